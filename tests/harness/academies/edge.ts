// Another edge in front of a running academy's services, as on a second machine.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { ROOT, type Cluster } from '../cluster.ts';
import { until } from '../until.ts';

export interface EdgeOptions {
  /** The most files it may have open. */
  readonly descriptors?: number;
  /** Additional flags of its process. */
  readonly flags?: readonly string[];
}

export class SecondEdge {
  private constructor(
    readonly url: string,
    /** Its log lines, in order. */
    readonly lines: readonly string[],
    private readonly child: ChildProcess,
    private readonly data: string,
  ) {}

  static async start(cluster: Cluster, { descriptors, flags = [] }: EdgeOptions = {}): Promise<SecondEdge> {
    const data = await mkdtemp(join(tmpdir(), 'academy-'));
    await mkdir(join(data, 'keys'), { mode: 0o700 });
    for (const key of ['edge-auth', 'edge-catalog', 'edge-enrollment', 'edge-presence', 'media']) {
      await copyFile(join(cluster.data, 'keys', key), join(data, 'keys', key));
    }
    const services = ['auth', 'catalog', 'enrollment', 'presence'].map(
      (name) => `--${name}=unix:${join(cluster.data, 'run', `${name}.sock`)}`,
    );
    const folders = ['--data', data, '--web', join(ROOT, 'out/web'), '--site', join(ROOT, 'site')];
    const command = [join(ROOT, 'out/bin/edge'), ...folders, '--port', '0', ...flags];
    const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors} && `;
    const child = spawn('sh', ['-c', `${limit}exec "$@"`, 'sh', ...command, ...services], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const lines: string[] = [];
    createInterface(child.stderr).on('line', (line) => lines.push(line));
    const address = await until('the second edge', () => readFile(join(data, 'run/edge.addr'), 'utf8'));
    const edge = new SecondEdge(`http://${address.trim()}`, lines, child, data);
    await until('its readiness', async () => (await fetch(`${edge.url}/readyz`)).status === 200);
    return edge;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Asks it to stop, as a supervisor does. */
  terminate(): void {
    this.child.kill('SIGTERM');
  }

  /** Waits for its end, and resolves with its exit code. */
  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'close');
    return this.child.exitCode;
  }

  /** Kills it, without any goodbye to clients or services. */
  kill(): void {
    this.child.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const closed = once(this.child, 'close');
      this.child.kill('SIGTERM');
      await closed;
    }
    await rm(this.data, { recursive: true, force: true });
  }
}
