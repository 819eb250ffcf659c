// A real SMTP server that keeps the mails it receives, for tests to read.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { SMTPServer } from 'smtp-server';

import { until } from '../until.ts';

export interface CaughtMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly raw: string;
  readonly subject: string;
  /** The parts' texts, decoded and joined. */
  readonly text: string;
}

/** Listens on a free loopback port. */
export class MailCatcher {
  private constructor(
    private readonly server: SMTPServer,
    readonly url: string,
    readonly mails: readonly CaughtMail[],
  ) {}

  static async start(): Promise<MailCatcher> {
    const mails: CaughtMail[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      logger: false,
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString('utf8');
          const sender = session.envelope.mailFrom;
          mails.push({
            to: session.envelope.rcptTo.map((recipient) => recipient.address),
            from: sender === false ? '' : sender.address,
            raw,
            subject: decodeWords(header(raw, 'subject')),
            text: decodeBodies(raw),
          });
          done();
        });
      },
    });
    server.on('error', () => {
      // A client that hangs up is not an error.
    });
    const listening = once(server.server, 'listening');
    server.listen(0, '127.0.0.1');
    await listening;
    const { port } = server.server.address() as AddressInfo;
    return new MailCatcher(server, `smtp://127.0.0.1:${port}`, mails);
  }

  /** Waits for the first mail to `address` that `matches`. */
  async mailTo(address: string, matches: (mail: CaughtMail) => boolean = () => true): Promise<CaughtMail> {
    return until(`a mail to ${address}`, () => this.mails.find((mail) => mail.to.includes(address) && matches(mail)));
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/** The activation link in a mail. */
export function activationLink(mail: CaughtMail): URL {
  const link = /https?:\/\/[^\s"<>]+\/client\/auth\/activation\?[^\s"<>]+/.exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`no activation link in:\n${mail.text}`);
  return new URL(link.replaceAll('&amp;', '&'));
}

/** The link in a mail that lets a paused account's owner sign in. */
export function unlockLink(mail: CaughtMail): URL {
  const link = /https?:\/\/[^\s"<>]+\/auth\/unlock#[^\s"<>]+/.exec(mail.text)?.[0];
  if (link === undefined) throw new Error(`no unlock link in:\n${mail.text}`);
  return new URL(link);
}

/** The token in that link. */
export function unlockToken(mail: CaughtMail): string {
  return new URLSearchParams(unlockLink(mail).hash.slice(1)).get('token') ?? '';
}

/** The six-digit code in a mail. */
export function recoveryCode(mail: CaughtMail): string {
  const code = /(?<!\d)\d{6}(?!\d)/.exec(mail.text)?.[0];
  if (code === undefined) throw new Error(`no code in:\n${mail.text}`);
  return code;
}

function header(part: string, name: string): string {
  const head = part.split(/\r?\n\r?\n/, 1)[0] ?? '';
  const unfolded = head.replace(/\r?\n[ \t]+/g, ' ');
  return new RegExp(`^${name}:\\s*(.*)$`, 'im').exec(unfolded)?.[1]?.trim() ?? '';
}

/** RFC 2047. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?([^?]+)\?([bq])\?([^?]*)\?=/gi, (_, charset: string, encoding: string, body: string) => {
      const bytes =
        encoding.toLowerCase() === 'b' ? Buffer.from(body, 'base64') : quotedPrintable(body.replaceAll('_', ' '));
      return new TextDecoder(charset).decode(bytes);
    });
}

function decodeBodies(part: string): string {
  const boundary = /boundary="?([^";\r\n]+)"?/i.exec(header(part, 'content-type'))?.[1];
  const body = part.slice(/\r?\n\r?\n/.exec(part)?.index ?? 0).replace(/^\r?\n\r?\n/, '');
  if (boundary !== undefined) {
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((inner) => decodeBodies(inner.replace(/^\r?\n/, '')))
      .join('\n');
  }
  const encoding = header(part, 'content-transfer-encoding').toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return quotedPrintable(body).toString('utf8');
  return body;
}

function quotedPrintable(text: string): Buffer {
  const bytes: number[] = [];
  for (let i = 0; i < text.length; ++i) {
    const soft = /^=\r?\n/.exec(text.slice(i, i + 3));
    if (soft) {
      i += soft[0].length - 1;
    } else if (text[i] === '=' && /^[0-9a-f]{2}$/i.test(text.slice(i + 1, i + 3))) {
      bytes.push(Number.parseInt(text.slice(i + 1, i + 3), 16));
      i += 2;
    } else {
      bytes.push(...Buffer.from(text[i] ?? '', 'utf8'));
    }
  }
  return Buffer.from(bytes);
}
