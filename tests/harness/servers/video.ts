// The shipped ways of a video past the edge: HAProxy and nginx in front of it (deploy/nginx-video.conf), and an nginx that
// is a delivery network (deploy/nginx-cdn.conf); changed only in ports, folders, names and the TLS of
// their own side.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createServer, type Server } from 'node:tls';

import { ROOT } from '../cluster.ts';
import { until } from '../until.ts';
import { freePort, rewrite, runNginx, stopProxy } from './proxy.ts';
import { CertificateFolder } from './tls.ts';

type Changes = readonly (readonly [string | RegExp, string])[];

const shipped = (name: string) => readFile(join(ROOT, 'deploy', name), 'utf8');

/** The lines that the beginning of a shipped file has for HAProxy: of its frontend, and its own backend. */
function linesForHaproxy(site: string): { readonly use: string; readonly backend: string } {
  const use = /^#\s+(use_backend .*?)\s+# frontend academy$/m.exec(site)?.[1];
  const backend = /^#\s+(backend .*\n(?:# {7}.*\n)+)/m.exec(site)?.[1];
  if (use === undefined || backend === undefined) throw new Error('the configuration says nothing of HAProxy');
  return { use, backend: backend.replaceAll(/^# {7}/gm, '    ') };
}

/** nginx' log of what it had from its cache or not. */
class CacheLog {
  constructor(
    private readonly file: string,
    private readonly url: string,
  ) {}

  /** How many answers were a HIT, a MISS and so on since the last `forget`. */
  async statuses(): Promise<ReadonlyMap<string, number>> {
    await this.catchUp();
    const counts = new Map<string, number>();
    for (const line of (await readFile(this.file, 'utf8')).split('\n').slice(0, -1)) {
      const [, , , status = '', path] = line.split(' ');
      if (path !== '/') counts.set(status, (counts.get(status) ?? 0) + 1);
    }
    return counts;
  }

  async forget(): Promise<void> {
    await this.catchUp();
    await writeFile(this.file, '');
  }

  /** A line is written after its answer, and before the one worker begins another. */
  private async catchUp(): Promise<void> {
    await (await fetch(this.url)).arrayBuffer();
  }
}

/** Speaks TLS for a store that does not, as `localhost`. */
class StoreTls {
  private constructor(
    private readonly server: Server,
    private readonly store: string,
    private readonly certificates: CertificateFolder,
    private readonly authority: string,
  ) {}

  static async start(storeUrl: string): Promise<StoreTls> {
    const certificates = await CertificateFolder.create();
    const { certificate, key } = await certificates.make('store');
    const { hostname, port, host } = new URL(storeUrl);
    const server = createServer({ cert: await readFile(certificate), key: await readFile(key) }, (socket) => {
      const store = connect(Number(port), hostname);
      // Whoever goes, the other one goes too.
      pipeline(socket, store, socket, () => {
        socket.destroy();
        store.destroy();
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new StoreTls(server, host, certificates, certificate);
  }

  /** What makes a shipped file use it. The host that is signed is the store's own, because edges go there. */
  get changes(): Changes {
    return [
      ['store.example:443', `127.0.0.1:${(this.server.address() as AddressInfo).port}`],
      ['Host store.example', `Host ${this.store}`],
      ['proxy_ssl_name store.example', 'proxy_ssl_name localhost'],
      ['/etc/ssl/certs/ca-certificates.crt', this.authority],
    ];
  }

  async stop(): Promise<void> {
    this.server.close();
    await this.certificates.remove();
  }
}

export class VideoProxy {
  private constructor(
    /** Of HAProxy, where learners are. */
    readonly url: string,
    /** Of the nginx behind it. */
    readonly nginxUrl: string,
    readonly log: CacheLog,
    private readonly haproxy: ChildProcess,
    private readonly nginx: ChildProcess,
    private readonly home: string,
    private readonly store: StoreTls,
  ) {}

  /** `edges` are ports, from one to three. */
  static async start(folder: string, edges: readonly number[], storeUrl: string): Promise<VideoProxy> {
    const home = await mkdtemp(join(folder, 'video-'));
    const [port, nginxPort] = [await freePort(), await freePort()];
    const hosts: Changes = [1, 2, 3].map((host) => [
      `10.0.0.${host}:8080`,
      `127.0.0.1:${edges[Math.min(host, edges.length) - 1]}`,
    ]);
    const store = await StoreTls.start(storeUrl);
    const site = await shipped('nginx-video.conf');
    const log = join(home, 'video.log');
    const nginx = await runNginx(
      home,
      rewrite(site, [
        ['listen 127.0.0.1:8082;', `listen 127.0.0.1:${nginxPort};`],
        ['/var/cache/nginx/academy-video', join(home, 'cache')],
        ['/var/log/nginx/academy-video.log', log],
        ...hosts,
        ...store.changes,
      ]),
    );
    const { use, backend } = linesForHaproxy(site);
    const file = join(home, 'haproxy.cfg');
    const haproxyConfig = rewrite(await shipped('haproxy-edges.cfg'), [
      ['bind :80\n', `bind 127.0.0.1:${port}\n`],
      [/ *bind :443 .*\n/, ''],
      [/ *http-request redirect .*\n/, ''],
      [' secure ', ' '],
      ['    default_backend academy\n', `    ${use}\n    default_backend academy\n`],
      ...hosts,
    ]);
    await writeFile(file, haproxyConfig + '\n' + rewrite(backend, [['127.0.0.1:8082', `127.0.0.1:${nginxPort}`]]));
    const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    const urls = [port, nginxPort].map((each) => `http://127.0.0.1:${each}`) as [string, string];
    const proxy = new VideoProxy(...urls, new CacheLog(log, urls[1]), haproxy, nginx, home, store);
    await until('HAProxy', async () => (await fetch(`${proxy.url}/healthz`)).status === 200);
    return proxy;
  }

  /** Removes all but the files that these paths of playback end with. */
  async emptyCache(except: readonly string[] = []): Promise<void> {
    const names = except.map((path) => path.split('/').slice(3).join('/'));
    const cache = join(this.home, 'cache');
    for (const entry of await readdir(cache, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const key = /\nKEY: (.*)\n/.exec((await readFile(file)).toString('latin1', 0, 4096))?.[1] ?? '';
      if (!names.some((name) => key.endsWith(`/${name}`))) await rm(file);
    }
  }

  async stopNginx(): Promise<void> {
    await stopProxy(this.nginx);
  }

  async stop(): Promise<void> {
    await stopProxy(this.haproxy);
    await stopProxy(this.nginx);
    await this.store.stop();
  }
}

export class Cdn {
  private constructor(
    readonly url: string,
    readonly log: CacheLog,
    private readonly nginx: ChildProcess,
    private readonly store: StoreTls,
  ) {}

  /** `academyUrl` is the origin of the pages that may use it. */
  static async start(
    folder: string,
    options: { readonly port: number; readonly secret: string; readonly storeUrl: string; readonly academyUrl: string },
  ): Promise<Cdn> {
    const home = await mkdtemp(join(folder, 'cdn-'));
    const log = join(home, 'cdn.log');
    const store = await StoreTls.start(options.storeUrl);
    const site = rewrite(await shipped('nginx-cdn.conf'), [
      [/ *listen \[::\].*\n/, ''],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${options.port};`],
      [/\n *ssl_.*(?=\n)/, ''],
      ['/var/cache/nginx/academy-cdn', join(home, 'cache')],
      ['/var/log/nginx/academy-cdn.log', log],
      ['"CDN_SECRET$uri', `"${options.secret}$uri`],
      ['https://academy.example', options.academyUrl],
      ...store.changes,
    ]);
    const nginx = await runNginx(home, site);
    const url = `http://127.0.0.1:${options.port}`;
    const cdn = new Cdn(url, new CacheLog(log, url), nginx, store);
    await until('the network', async () => (await fetch(cdn.url)).status === 403);
    return cdn;
  }

  async stop(): Promise<void> {
    await stopProxy(this.nginx);
    await this.store.stop();
  }
}
