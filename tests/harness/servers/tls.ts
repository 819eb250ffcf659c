// Certificates for tests, and requests over TLS that trust them.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpsRequest, Agent, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** A temporary folder with self-signed certificates for 127.0.0.1 and localhost, made on demand with OpenSSL. */
export class CertificateFolder {
  private constructor(readonly path: string) {}

  static async create(): Promise<CertificateFolder> {
    return new CertificateFolder(await mkdtemp(join(tmpdir(), 'academy-tls-')));
  }

  /** A certificate valid for two days from now, or in the year given. */
  async make(name: string, year?: number): Promise<Certificate> {
    const certificate = join(this.path, `${name}.pem`);
    const key = join(this.path, `${name}.key`);
    const subject = ['-subj', `/CN=${name}.academy.test`];
    const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key];
    if (year === undefined) {
      const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
      await run('openssl', ['req', '-x509', ...newKey, ...subject, ...names, '-days', '2', '-out', certificate]);
    } else {
      // OpenSSL lets only its `ca` command choose the dates.
      const at = (file: string) => join(this.path, `${name}.${file}`);
      await run('openssl', ['req', '-new', ...newKey, ...subject, '-out', at('csr')]);
      await writeFile(at('index'), '');
      await writeFile(at('serial'), '01');
      const authority = `[ca]\ndefault_ca=a\n[a]\ndatabase=${at('index')}\nserial=${at('serial')}\nnew_certs_dir=${this.path}\n`;
      await writeFile(at('cnf'), `${authority}default_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n`);
      const dates = ['-startdate', `${year}0101000000Z`, '-enddate', `${year}1231000000Z`];
      const files = ['-config', at('cnf'), '-keyfile', key, '-in', at('csr'), '-out', certificate];
      await run('openssl', ['ca', '-batch', '-selfsign', '-notext', ...dates, ...files]);
    }
    return { certificate, key };
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

export interface TlsAnswer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** Requests to one origin with a known certificate. */
export class TlsClient {
  readonly agent: Agent;

  private constructor(
    readonly url: string,
    readonly ca: Buffer,
  ) {
    this.agent = new Agent({ ca, keepAlive: true });
  }

  static async of(url: string, certificate: string): Promise<TlsClient> {
    return new TlsClient(url, await readFile(certificate));
  }

  request(
    method: string,
    path: string,
    { headers = {}, body, ...options }: RequestOptions & { body?: string | Buffer } = {},
  ): Promise<TlsAnswer> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const settings = { method, agent: this.agent, headers: { ...length, ...(headers as object) }, ...options };
      const sent = httpsRequest(this.url + path, settings, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  /** Sends a target as it is, on a connection of its own; returns the head, and the body as far as it came with it. */
  async raw(
    method: string,
    target: string,
    fields: readonly string[] = [],
  ): Promise<{ status: number; headers: ReadonlyMap<string, string>; body: string }> {
    const { hostname, port, host } = new URL(this.url);
    const socket = connect({ host: hostname, port: Number(port), ca: this.ca, ALPNProtocols: ['http/1.1'] });
    try {
      await once(socket, 'secureConnect');
      socket.write([`${method} ${target} HTTP/1.1`, `Host: ${host}`, ...fields, '', ''].join('\r\n'));
      let text = '';
      for await (const chunk of socket) {
        text += (chunk as Buffer).toString('latin1');
        if (text.includes('\r\n\r\n')) break;
      }
      const [head = '', body = ''] = text.split('\r\n\r\n', 2);
      const [line = '', ...lines] = head.split('\r\n');
      const headers = lines.map((each): [string, string] => {
        const colon = each.indexOf(':');
        return [each.slice(0, colon).toLowerCase(), each.slice(colon + 1).trim()];
      });
      return { status: Number(line.split(' ')[1]), headers: new Map(headers), body };
    } finally {
      socket.destroy();
    }
  }

  /** Makes a JSON call and returns the parsed answer. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body: object = {},
    token?: string,
    options: RequestOptions = {},
  ): Promise<{ status: number; headers: TlsAnswer['headers']; body: T }> {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    };
    const answer = await this.request(method, path, { ...options, headers, body: JSON.stringify(body) });
    return { status: answer.status, headers: answer.headers, body: JSON.parse(answer.body.toString()) as T };
  }

  close(): void {
    this.agent.destroy();
  }
}
