// An academy whose edge is sent malformed and hostile traffic.
import { readFile } from 'node:fs/promises';

import { firstManager, type Api } from '../api.ts';
import { Cluster } from '../cluster.ts';
import { exchange } from '../raw.ts';

export const MIB = 1024 * 1024;
export const HOST = 'Host: 127.0.0.1\r\n';

export const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
export const post = (path: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

export class AttackedEdge {
  private constructor(
    readonly cluster: Cluster,
    readonly manager: Api,
    private readonly pid: number,
  ) {}

  static async start(): Promise<AttackedEdge> {
    const cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
    const { api } = await firstManager(cluster.url);
    return new AttackedEdge(cluster, api, await cluster.pidOf('edge'));
  }

  /** Checks that the edge is still the same process and answers. */
  async serves(): Promise<boolean> {
    const { status } = await fetch(`${this.cluster.url}/healthz`);
    return status === 200 && (await this.cluster.pidOf('edge')) === this.pid;
  }

  /** Sends these bytes and returns the only answer. */
  async statusOf(bytes: string | Uint8Array): Promise<number | undefined> {
    return (await exchange(this.cluster.port, bytes))[0]?.status;
  }

  /** The edge's peak memory. */
  async residentBytes(): Promise<number> {
    const text = await readFile(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1]) * 1024;
  }

  async stop(): Promise<void> {
    await this.cluster.stop();
  }
}
