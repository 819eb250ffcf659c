// OpenStack Swift with its S3 interface, as Debian packages it: a real object store in one folder, without a service
// manager. Install: apt-get install --no-install-recommends swift swift-proxy swift-account swift-container swift-object
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { type ObjectStore } from '../s3-server.mjs';
import { until } from '../until.ts';
import { freePort } from './proxy.ts';

const run = promisify(execFile);
const PARTS = ['account', 'container', 'object'] as const;
const PIPELINE =
  'catch_errors proxy-logging cache listing_formats bulk s3api tempauth slo dlo proxy-logging proxy-server';
const FILTERS = ['catch_errors', 'listing_formats', 'bulk', 'slo', 'dlo'] as const;

const sha256 = (data: string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();

export class Swift implements ObjectStore {
  readonly bucket = 'academy';
  readonly region = 'us-east-1';
  readonly accessKey = 'academy:academy';
  readonly secretKey = 'secret';

  private constructor(
    private readonly folder: string,
    readonly url: string,
    private readonly children: ChildProcess[],
  ) {}

  static async start(): Promise<Swift> {
    const folder = await mkdtemp(join(tmpdir(), 'swift-'));
    await mkdir(join(folder, 'node/disk'), { recursive: true });
    const suffixes = 'swift_hash_path_prefix = academy\nswift_hash_path_suffix = academy\n';
    await writeFile(
      join(folder, 'swift.conf'),
      `[swift-hash]\n${suffixes}[storage-policy:0]\nname = one\ndefault = yes\n`,
    );
    const user = process.getuid?.() === 0 ? 'root' : (process.env['USER'] ?? 'nobody');
    const common = (port: number) =>
      `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nworkers = 0\nuser = ${user}\nswift_dir = ${folder}\n`;
    for (const part of PARTS) {
      const port = await freePort();
      const builder = join(folder, `${part}.builder`);
      await run('swift-ring-builder', [builder, 'create', '4', '1', '1']);
      const place = ['--region', '1', '--zone', '1', '--ip', '127.0.0.1', '--port', String(port)];
      await run('swift-ring-builder', [builder, 'add', ...place, '--device', 'disk', '--weight', '1']);
      await run('swift-ring-builder', [builder, 'rebalance']);
      const disk = `devices = ${join(folder, 'node')}\nmount_check = false\nfallocate_reserve = 0\n`;
      const app = `[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`;
      await writeFile(join(folder, `${part}-server.conf`), common(port) + disk + app);
    }
    const port = await freePort();
    const filters = FILTERS.map((name) => `[filter:${name}]\nuse = egg:swift#${name}\n`).join('');
    await writeFile(
      join(folder, 'proxy-server.conf'),
      `${common(port)}[pipeline:main]\npipeline = ${PIPELINE}\n${filters}` +
        '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n' +
        '[filter:proxy-logging]\nuse = egg:swift#proxy_logging\n[filter:cache]\nuse = egg:swift#memcache\n' +
        '[filter:tempauth]\nuse = egg:swift#tempauth\nuser_academy_academy = secret .admin\n' +
        '[filter:s3api]\nuse = egg:swift#s3api\nlocation = us-east-1\n',
    );
    const children = [...PARTS, 'proxy'].map((name) =>
      spawn(`/usr/bin/swift-${name}-server`, [join(folder, `${name}-server.conf`)], { stdio: 'ignore' }),
    );
    const swift = new Swift(folder, `http://127.0.0.1:${port}`, children);
    await until('the bucket', async () => (await swift.ask('PUT', '/academy')).status === 200);
    return swift;
  }

  /** Asks for something without a body. */
  private async ask(method: string, path: string, query = ''): Promise<Response> {
    const date = new Date().toISOString().replace(/[-:]|\.\d{3}/g, '');
    const hash = sha256('');
    const { host } = new URL(this.url);
    const headers = { 'x-amz-content-sha256': hash, 'x-amz-date': date };
    const lines = [`host:${host}`, ...Object.entries(headers).map(([name, value]) => `${name}:${value}`)];
    const signed = 'host;x-amz-content-sha256;x-amz-date';
    const canonical = [method, path, query, ...lines, '', signed, hash].join('\n');
    const scope = [date.slice(0, 8), this.region, 's3', 'aws4_request'];
    const text = ['AWS4-HMAC-SHA256', date, scope.join('/'), sha256(canonical)].join('\n');
    const key = scope.reduce<Buffer | string>((secret, word) => hmac(secret, word), `AWS4${this.secretKey}`);
    const credential = `Credential=${this.accessKey}/${scope.join('/')}`;
    const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=${signed}, Signature=${hmac(key, text).toString('hex')}`;
    return fetch(`${this.url}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: { ...headers, authorization },
    });
  }

  async read(key: string): Promise<Buffer> {
    const answer = await this.ask('GET', `/${this.bucket}/${key}`);
    if (answer.status !== 200) throw new Error(`${key}: ${answer.status}`);
    return Buffer.from(await answer.arrayBuffer());
  }

  async keys(prefix: string): Promise<string[]> {
    const query = `list-type=2&max-keys=1000&prefix=${encodeURIComponent(prefix)}`;
    const list = await (await this.ask('GET', `/${this.bucket}`, query)).text();
    return [...list.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
  }

  async openUploads(): Promise<number> {
    const list = await (await this.ask('GET', `/${this.bucket}`, 'uploads=')).text();
    return list.split('<UploadId>').length - 1;
  }

  async stop(): Promise<void> {
    for (const child of this.children) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'close');
    }
    await rm(this.folder, { recursive: true, force: true });
  }
}
