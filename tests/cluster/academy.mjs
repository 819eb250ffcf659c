// The academy's processes: an edge on each host, and the services at the hub, because each of them has one replica.
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../bench/lib/academy.mjs';
import { SERVICES } from '../prove/files.mjs';
import { addressOf, HOSTS, HUB } from './network.mjs';
import { until } from './until.mjs';

const PORT = 8080;
const GRPC_PORT = 50051;
const START_MS = 60_000;
const ASK_MS = 1000;

/** The program's path. */
const program = (name) => join(ROOT, 'out/bin', name);

export class ClusterAcademy {
  urls = HOSTS.map((host) => `http://${addressOf(host)}:${PORT}`);

  constructor(folder, programs, databases, mailbox) {
    Object.assign(this, { folder, programs, databases, mailbox, data: join(folder, 'data') });
  }

  async start() {
    for (const name of ['run', 'logs', 'catalog', 'blobs']) mkdirSync(join(this.data, name), { recursive: true });
    const smtp = join(this.folder, 'smtp');
    writeFileSync(smtp, `smtp://127.0.0.1:${this.mailbox.port}\n`);
    const own = {
      auth: [`--smtp_file=${smtp}`, '--bot_check=off', `--public_url=${this.urls[0]}`],
      catalog: ['--retry_pause=1s'],
    };
    SERVICES.forEach((name, index) => {
      const grpc = [`--grpc_bind=${HUB}`, `--grpc_port=${GRPC_PORT + index}`];
      const words = [
        program(name),
        `--data=${this.data}`,
        ...grpc,
        ...this.databases.flags(name),
        ...(own[name] ?? []),
      ];
      this.programs.start(name, { words, cwd: ROOT });
    });
    // Each service says its address once it answers; it has made its keys before.
    const answers = () => SERVICES.every((name) => existsSync(join(this.data, 'run', `${name}.addr`)));
    await until('the services', answers, START_MS);
    for (const host of HOSTS) this.#startEdge(host);
    await until('readiness', () => this.isReady(), START_MS);
  }

  #startEdge(host) {
    const data = join(this.folder, `${host}-data`);
    mkdirSync(join(data, 'run'), { recursive: true });
    cpSync(join(this.data, 'keys'), join(data, 'keys'), { recursive: true });
    // Pictures and videos are files of one folder yet.
    for (const name of ['blobs', 'catalog']) symlinkSync(join(this.data, name), join(data, name));
    const peers = SERVICES.map((name, index) => `--${name}=${HUB}:${GRPC_PORT + index}`);
    const flags = [`--data=${data}`, `--bind=${addressOf(host)}`, `--port=${PORT}`, `--web=${join(ROOT, 'out/web')}`];
    const limits = ['--bot_check=off', '--public_rate=0', '--session_rate=0', `--trusted_proxy=${HUB}`];
    const words = [program('edge'), ...flags, ...limits, ...peers];
    this.programs.start(`${host}-edge`, { host, words, cwd: ROOT });
  }

  /** Whether every edge finds everything ready. */
  async isReady() {
    const statuses = await Promise.all(this.urls.map((url) => statusOf(`${url}/readyz`)));
    return statuses.every((status) => status === 200);
  }
}

async function statusOf(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(ASK_MS) })).status;
  } catch {
    return 0;
  }
}
