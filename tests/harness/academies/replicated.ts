// An academy as in a cluster, over one PostgreSQL server: two auths, two enrollments, two presences and two edges, each
// with a data folder of its own; one catalog. Every caller goes round both servers of a service.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { PostgresqlServer, type Service } from '../servers/postgresql.ts';
import { until } from '../until.ts';
import { Host } from './hosts.ts';

export type Pair = readonly [Host, Host];

export interface ReplicatedFlags {
  readonly auth?: readonly string[];
}

const both = ([one, other]: Pair) => `ipv4:${one.address()},${other.address()}`;

export class ReplicatedAcademy {
  private readonly hosts: Host[] = [];
  auths!: Pair;
  enrollments!: Pair;
  presences!: Pair;
  edges!: Pair;

  private constructor(
    readonly server: PostgresqlServer,
    private readonly folder: string,
  ) {}

  static async start(flags: ReplicatedFlags = {}): Promise<ReplicatedAcademy> {
    const folder = await mkdtemp(join(tmpdir(), 'academy-db-'));
    const academy = new ReplicatedAcademy(await PostgresqlServer.create(), folder);
    try {
      await academy.startHosts(flags);
    } catch (error) {
      await academy.remove();
      throw error;
    }
    return academy;
  }

  /** The addresses of the edges. */
  get urls(): readonly [string, string] {
    return [`http://${this.edges[0].address()}`, `http://${this.edges[1].address()}`];
  }

  private async host(...words: Parameters<typeof Host.start>): Promise<Host> {
    const host = await Host.start(...words);
    this.hosts.push(host);
    return host;
  }

  /** The file with the address of a service's database. */
  databaseFile(service: Service): string {
    return join(this.folder, service);
  }

  private async database(service: Service): Promise<string> {
    await writeFile(this.databaseFile(service), this.server.address(service), { mode: 0o600 });
    return `--db_file=${this.databaseFile(service)}`;
  }

  private async startHosts(more: ReplicatedFlags): Promise<void> {
    const authFlags = [await this.database('auth'), '--bot_check=off', ...(more.auth ?? [])];
    const first = await this.host('auth', { flags: authFlags });
    const keysFrom = first.data;
    this.auths = [first, await this.host('auth', { keysFrom, flags: authFlags })];
    const toAuth = `--auth=${both(this.auths)}`;
    const catalog = await this.host('catalog', {
      keysFrom,
      flags: [await this.database('catalog'), toAuth, '--encoders=1'],
    });
    const toCatalog = `--catalog=${catalog.address()}`;
    const presenceFlags = [await this.database('presence'), toAuth];
    this.presences = [
      await this.host('presence', { keysFrom, flags: presenceFlags }),
      await this.host('presence', { keysFrom, flags: presenceFlags }),
    ];
    const enrollmentFlags = [await this.database('enrollment'), toAuth, toCatalog];
    this.enrollments = [
      await this.host('enrollment', { keysFrom, flags: enrollmentFlags }),
      await this.host('enrollment', { keysFrom, flags: enrollmentFlags }),
    ];
    const edgeFlags = [toAuth, toCatalog, `--enrollment=${both(this.enrollments)}`, '--bot_check=off'];
    edgeFlags.push(`--presence=${both(this.presences)}`);
    // One edge is attached to the presences by their addresses, the other one by names, as on Kubernetes.
    const names = this.presences.map((presence) => presence.address().replace(/^[\d.]+/, 'localhost'));
    this.edges = [
      await this.host('edge', { keysFrom, flags: edgeFlags }),
      await this.host('edge', { keysFrom, flags: [...edgeFlags, `--presences=${names.join(',')}`] }),
    ];
    for (const url of this.urls) await until('readiness', async () => (await fetch(`${url}/readyz`)).status === 200);
  }

  async remove(): Promise<void> {
    for (const host of this.hosts) await host.remove();
    await this.server.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}
