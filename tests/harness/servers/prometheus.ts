// Debian's Prometheus: a server with the shipped configuration, and its tool for rules.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ROOT, type Cluster } from '../cluster.ts';
import { until } from '../until.ts';
import { freePort, rewrite } from './proxy.ts';

export const SHIPPED_RULES = join(ROOT, 'deploy/prometheus/academy.rules.yml');

/** Runs promtool: its exit code, and all that it says. */
export function promtool(words: readonly string[], folder: string): Promise<{ code: number; text: string }> {
  return new Promise((done) => {
    execFile('promtool', words, { cwd: folder }, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), text: stdout + stderr });
    });
  });
}

export interface Sample {
  readonly metric: Readonly<Record<string, string>>;
  readonly value: readonly [number, string];
}

export class Prometheus {
  private constructor(
    private readonly process: ChildProcess,
    private readonly url: string,
  ) {}

  /** Scrapes an academy each second, in a new folder below `folder`. */
  static async start(cluster: Cluster, folder: string): Promise<Prometheus> {
    const home = join(folder, 'prometheus');
    await mkdir(home);
    const shipped = await readFile(join(ROOT, 'deploy/prometheus/prometheus.yml'), 'utf8');
    const configuration = rewrite(shipped, [
      ['_interval: 15s', '_interval: 1s'],
      ['127.0.0.1:8080', `127.0.0.1:${cluster.port}`],
    ]);
    await writeFile(join(home, 'prometheus.yml'), configuration);
    await copyFile(SHIPPED_RULES, join(home, 'academy.rules.yml'));
    const address = `127.0.0.1:${await freePort()}`;
    const words = ['--config.file=prometheus.yml', '--storage.tsdb.path=data', `--web.listen-address=${address}`];
    const process = spawn('prometheus', words, { cwd: home, stdio: 'ignore' });
    const prometheus = new Prometheus(process, `http://${address}`);
    try {
      await until('Prometheus', async () => (await fetch(`${prometheus.url}/-/ready`)).status === 200);
    } catch (error) {
      await prometheus.stop();
      throw error;
    }
    return prometheus;
  }

  async query(expression: string): Promise<readonly Sample[]> {
    const answer = await fetch(`${this.url}/api/v1/query`, {
      method: 'POST',
      body: new URLSearchParams({ query: expression }),
    });
    const { status, error, data } = (await answer.json()) as {
      status: string;
      error?: string;
      data: { result: readonly Sample[] };
    };
    if (status !== 'success') throw new Error(`${expression}: ${error}`);
    return data.result;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode !== null) return;
    this.process.kill();
    await once(this.process, 'exit');
  }
}
