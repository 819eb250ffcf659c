// nginx with the shipped configuration in front of an academy, changed only in ports, certificates and folders.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { ROOT, type Cluster } from '../cluster.ts';
import type { Certificate } from './tls.ts';

/** A port below those that the system gives to connections and to whoever asks for any, so that it stays free until it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Each of `changes` must match, because the shipped configuration is what is tested. */
export function rewrite(text: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((before, [what, to]) => {
    const after = before.replaceAll(typeof what === 'string' ? what : new RegExp(what, 'g'), to);
    if (after === before) throw new Error(`the configuration has no ${what}`);
    return after;
  }, text);
}

export interface Ports {
  readonly plain: number;
  readonly tls: number;
}

/** Starts nginx in a new folder below `folder`; stop it with stopProxy. */
export async function startNginx(
  cluster: Cluster,
  certificate: Certificate,
  folder: string,
  ports: Ports,
): Promise<ChildProcess> {
  const home = join(folder, 'nginx');
  await mkdir(home);
  const shipped = await readFile(join(ROOT, 'deploy/nginx.conf'), 'utf8');
  const site = rewrite(shipped, [
    [/ *listen \[::\].*\n/, ''],
    ['listen 80;', `listen 127.0.0.1:${ports.plain};`],
    ['listen 443 ', `listen 127.0.0.1:${ports.tls} `],
    ['127.0.0.1:8080', `127.0.0.1:${cluster.port}`],
    ['/var/lib/academy/blobs/', `${cluster.data}/blobs/`],
    [/\/etc\/letsencrypt\S*fullchain.pem/, certificate.certificate],
    [/\/etc\/letsencrypt\S*privkey.pem/, certificate.key],
  ]);
  return runNginx(home, site);
}

/** Runs nginx in the folder `home` with the file `site` as on a host's conf.d; stop it with stopProxy. */
export async function runNginx(home: string, site: string): Promise<ChildProcess> {
  await writeFile(join(home, 'academy.conf'), site);
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${home}/${name};`,
  );
  const main =
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 1; daemon off; pid ${home}/pid; error_log ${home}/error.log;\n` +
    `events {}\nhttp { access_log off; ${folders.join(' ')} include ${home}/academy.conf; }\n`;
  await writeFile(join(home, 'nginx.conf'), main);
  return spawn('/usr/sbin/nginx', ['-e', `${home}/error.log`, '-p', home, '-c', join(home, 'nginx.conf')], {
    stdio: 'ignore',
  });
}

export async function stopProxy(proxy: ChildProcess | undefined): Promise<void> {
  if (proxy === undefined || proxy.exitCode !== null) return;
  const closed = once(proxy, 'exit');
  proxy.kill('SIGTERM');
  await closed;
}
