// The shipped ways of a video past the edge: HAProxy and nginx in front of it (deploy/nginx-video.conf), and an nginx that
// is a delivery network (deploy/nginx-cdn.conf); changed only in ports, folders and TLS.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ROOT } from '../cluster.ts';
import { until } from '../until.ts';
import { freePort, rewrite, runNginx, stopProxy } from './proxy.ts';

type Changes = readonly (readonly [string | RegExp, string])[];

const shipped = (name: string) => readFile(join(ROOT, 'deploy', name), 'utf8');

/** The lines that the beginning of a shipped file has for HAProxy: of its frontend, and its own backend. */
function linesForHaproxy(site: string): { readonly use: string; readonly backend: string } {
  const use = /^#\s+(use_backend .*?)\s+# frontend academy$/m.exec(site)?.[1];
  const backend = /^#\s+(backend .*\n(?:# {7}.*\n)+)/m.exec(site)?.[1];
  if (use === undefined || backend === undefined) throw new Error('the configuration says nothing of HAProxy');
  return { use, backend: backend.replaceAll(/^# {7}/gm, '    ') };
}

/** How often what was in the log was there, by nginx' cache status. */
async function countStatuses(log: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const line of (await readFile(log, 'utf8')).split('\n').filter((each) => each !== '')) {
    const [, , , status = ''] = line.split(' ');
    counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}

/** A store without TLS, as tests have it. */
const plainStore = (upstream: string, storeUrl: string): Changes => [
  ['store.example:443', new URL(storeUrl).host],
  [`https://${upstream}`, `http://${upstream}`],
  ['Host store.example', `Host ${new URL(storeUrl).host}`],
];

export class VideoProxy {
  private constructor(
    /** Of HAProxy, where learners are. */
    readonly url: string,
    /** Of the nginx behind it. */
    readonly nginxUrl: string,
    readonly log: string,
    private readonly haproxy: ChildProcess,
    private nginx: ChildProcess,
    private readonly home: string,
  ) {}

  /** `edges` are ports, from one to three. */
  static async start(folder: string, edges: readonly number[], storeUrl: string): Promise<VideoProxy> {
    const home = join(folder, 'nginx-video');
    await mkdir(home);
    const [port, nginxPort] = [await freePort(), await freePort()];
    const hosts: Changes = [1, 2, 3].map((host) => [
      `10.0.0.${host}:8080`,
      `127.0.0.1:${edges[Math.min(host, edges.length) - 1]}`,
    ]);
    const site = await shipped('nginx-video.conf');
    const log = join(home, 'video.log');
    const nginx = await runNginx(
      home,
      rewrite(site, [
        ['listen 127.0.0.1:8082;', `listen 127.0.0.1:${nginxPort};`],
        ['/var/cache/nginx/academy-video', join(home, 'cache')],
        ['/var/log/nginx/academy-video.log', log],
        ...hosts,
        ...plainStore('academy_video_store', storeUrl),
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
    const proxy = new VideoProxy(
      `http://127.0.0.1:${port}`,
      `http://127.0.0.1:${nginxPort}`,
      log,
      haproxy,
      nginx,
      home,
    );
    await until('HAProxy', async () => (await fetch(`${proxy.url}/healthz`)).status === 200);
    return proxy;
  }

  /** How many answers of segments and pictures were a HIT, a MISS and so on since the last `forget`. */
  statuses(): Promise<ReadonlyMap<string, number>> {
    return countStatuses(this.log);
  }

  async forget(): Promise<void> {
    await writeFile(this.log, '');
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
  }

  errors(): Promise<string> {
    return readFile(join(this.home, 'error.log'), 'utf8');
  }
}

export class Cdn {
  private constructor(
    readonly url: string,
    readonly log: string,
    private readonly nginx: ChildProcess,
  ) {}

  /** `academyUrl` is the origin of the pages that may use it. */
  static async start(
    folder: string,
    options: { readonly port: number; readonly secret: string; readonly storeUrl: string; readonly academyUrl: string },
  ): Promise<Cdn> {
    const home = join(folder, 'nginx-cdn');
    await mkdir(home);
    const log = join(home, 'cdn.log');
    const site = rewrite(await shipped('nginx-cdn.conf'), [
      [/ *listen \[::\].*\n/, ''],
      ['listen 443 ssl http2;', `listen 127.0.0.1:${options.port};`],
      [/\n *ssl_.*(?=\n)/, ''],
      ['/var/cache/nginx/academy-cdn', join(home, 'cache')],
      ['/var/log/nginx/academy-cdn.log', log],
      ['"CDN_SECRET$uri', `"${options.secret}$uri`],
      ['https://academy.example', options.academyUrl],
      ...plainStore('academy_cdn_store', options.storeUrl),
    ]);
    const nginx = await runNginx(home, site);
    const cdn = new Cdn(`http://127.0.0.1:${options.port}`, log, nginx);
    await until('the network', async () => (await fetch(cdn.url)).status === 403);
    return cdn;
  }

  statuses(): Promise<ReadonlyMap<string, number>> {
    return countStatuses(this.log);
  }

  async forget(): Promise<void> {
    await writeFile(this.log, '');
  }

  async stop(): Promise<void> {
    await stopProxy(this.nginx);
  }
}
