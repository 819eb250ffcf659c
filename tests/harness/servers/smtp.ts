// A mail server whose failures tests can turn on and off.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

import { until } from '../until.ts';

/** A key and a self-signed certificate for 127.0.0.1. */
export interface Identity {
  readonly key: string;
  readonly cert: string;
  readonly certFile: string;
}

export function makeIdentity(folder: string, name: string): Identity {
  const certFile = join(folder, `${name}.pem`);
  const keyFile = join(folder, `${name}.key`);
  const subject = ['-subj', `/CN=${name}`, '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', keyFile, '-out', certFile, ...subject], {
    stdio: 'ignore',
  });
  return { key: readFileSync(keyFile, 'utf8'), cert: readFileSync(certFile, 'utf8'), certFile };
}

/** One mail as received. */
export interface Taken {
  readonly to: readonly string[];
  readonly raw: string;
  readonly parsed: ParsedMail;
  readonly secure: boolean;
  readonly user: string | undefined;
}

export interface ServerOptions {
  readonly identity?: Identity;
  /** TLS from the first byte. */
  readonly implicitTls?: boolean;
  readonly account?: { readonly user: string; readonly password: string; readonly method: 'PLAIN' | 'LOGIN' };
}

type Refusal = { readonly at: 'RCPT' | 'DATA'; readonly code: number; readonly text: string };

export class MailServer {
  readonly taken: Taken[] = [];
  /** The reply with which every mail is refused, if any. */
  refusal: Refusal | undefined;
  /** Refuses every password. */
  denying = false;
  connections = 0;
  private readonly server: SMTPServer;

  private constructor(options: ServerOptions) {
    const { identity, account } = options;
    const refuse = (at: Refusal['at']) => {
      if (this.refusal?.at !== at) return null;
      return Object.assign(new Error(this.refusal.text), { responseCode: this.refusal.code });
    };
    const disabled = [...(identity ? [] : ['STARTTLS']), ...(account ? [] : ['AUTH'])];
    this.server = new SMTPServer({
      logger: false,
      disableReverseLookup: true,
      secure: options.implicitTls === true,
      ...(identity ? { key: identity.key, cert: identity.cert } : {}),
      disabledCommands: disabled,
      authOptional: account === undefined,
      ...(account ? { authMethods: [account.method] } : {}),
      onConnect: (_session, done) => {
        ++this.connections;
        done();
      },
      onAuth: (auth, _session, done) => {
        const right = !this.denying && auth.username === account?.user && auth.password === account?.password;
        done(right ? null : new Error('Authentication failed'), right ? { user: auth.username } : undefined);
      },
      onRcptTo: (_address, _session, done) => done(refuse('RCPT')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const refused = refuse('DATA');
          if (refused) return done(refused);
          const raw = Buffer.concat(chunks);
          void simpleParser(raw).then((parsed) => {
            this.taken.push({
              to: session.envelope.rcptTo.map((recipient) => recipient.address),
              raw: raw.toString('latin1'),
              parsed,
              secure: session.secure,
              user: session.user as string | undefined,
            });
            done();
          }, done);
        });
      },
    });
    this.server.on('error', () => {
      // A client that hangs up is not an error.
    });
  }

  static async start(options: ServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    const listening = once(server.server.server, 'listening');
    server.server.listen(0, '127.0.0.1');
    await listening;
    return server;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Uses another certificate from now on. */
  use(identity: Identity): void {
    this.server.updateSecureContext({ key: identity.key, cert: identity.cert });
  }

  /** Waits until there are `count` mails to `address`, and returns them. */
  async mailsTo(address: string, count = 1): Promise<Taken[]> {
    const mine = () => this.taken.filter((mail) => mail.to.includes(address));
    await until(`${count} mails to ${address}`, () => mine().length >= count);
    return mine();
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }
}

/** What the line to the server does: pass; hold until released; cut in the middle of a mail, or right after it. */
export type LineMode = 'good' | 'silent' | 'cut-in-data' | 'cut-after-data' | 'down';

/** A proxy between the academy and a mail server. */
export class Line {
  mode: LineMode = 'good';
  /** The number of connections cut or held so far. */
  incidents = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(target: number): Promise<Line> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = new Line(server, (server.address() as AddressInfo).port);
    server.on('connection', (near) => line.join(near, target));
    return line;
  }

  /** Ends every connection; new ones follow `mode`. */
  become(mode: LineMode): void {
    this.mode = mode;
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.become('down');
    this.server.close();
    await once(this.server, 'close');
  }

  private join(near: Socket, target: number): void {
    const mode = this.mode;
    this.keep(near);
    if (mode === 'silent' || mode === 'down') {
      ++this.incidents;
      if (mode === 'down') near.destroy();
      return;
    }
    const far = connect(target, '127.0.0.1');
    this.keep(far);
    let ended = false;
    // The end of the previous piece, because a mail may be split anywhere.
    let tail = '';
    let cut = false;
    near.on('data', (chunk: Buffer) => {
      if (cut) return;
      const text = tail + chunk.toString('latin1');
      ended ||= text.includes('\r\n.\r\n');
      const header = text.indexOf('Message-ID:');
      if (mode === 'cut-in-data' && header >= 0) {
        // Half of the mail passes, and nothing after it.
        cut = true;
        ++this.incidents;
        far.write(chunk.subarray(0, Math.max(0, header - tail.length)), () => {
          near.destroy();
          far.destroy();
        });
        return;
      }
      tail = text.slice(-'Message-ID:'.length);
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      if (mode === 'cut-after-data' && ended) {
        // The server has accepted it, but its reply is lost.
        ++this.incidents;
        near.destroy();
        return;
      }
      near.write(chunk);
    });
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => {
      // 'close' reports it.
    });
    socket.once('close', () => this.sockets.delete(socket));
  }
}
