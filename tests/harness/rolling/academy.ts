// An academy as in a cluster, whose processes are replaced by those of another release one by one: two of each service
// over one PostgreSQL server and one object store, an encoder, and two edges behind the shipped HAProxy.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { Host } from '../academies/hosts.ts';
import { ROOT } from '../cluster.ts';
import { startS3, type ObjectStore } from '../s3-server.mjs';
import { PostgresqlServer, SERVICES, type Service } from '../servers/postgresql.ts';
import { freePort, rewrite, stopProxy } from '../servers/proxy.ts';
import { until } from '../until.ts';
import type { Place } from './load.ts';

const run = promisify(execFile);
/** As the shipped units have it. */
const DRAIN = ['--drain_delay=1s'];
const EDGE_DRAIN = ['--drain_delay=5s', '--drain_time=60s'];
const START_MS = 60_000;
const STOP_MS = 90_000;

const both = (hosts: readonly Host[]) => `ipv4:${hosts.map((host) => host.address()).join(',')}`;

export class RollingAcademy implements Place {
  readonly hosts: Host[] = [];
  url = '';
  store!: ObjectStore;
  private server!: PostgresqlServer;
  private proxy: ChildProcess | undefined;
  private edges: Host[] = [];

  private constructor(
    private readonly folder: string,
    private programs: string,
  ) {}

  /** Starts one of the programs in the folder `programs`. */
  static async start(programs: string): Promise<RollingAcademy> {
    const academy = new RollingAcademy(await mkdtemp(join(tmpdir(), 'academy-r-')), programs);
    try {
      await academy.startAll();
    } catch (error) {
      await academy.remove();
      throw error;
    }
    return academy;
  }

  private async startAll(): Promise<void> {
    [this.store, this.server] = [await startS3(), await PostgresqlServer.create()];
    await fetch(`${this.store.url}/-/parts?min=${5 * 1024 * 1024}`);
    const secrets = join(this.folder, 'secrets');
    const { accessKey, secretKey, bucket, region, url } = this.store;
    await writeFile(secrets, `aws_access_key_id=${accessKey}\naws_secret_access_key=${secretKey}\n`, { mode: 0o600 });
    const blobs = [`--blobs=s3://${bucket}/academy?region=${region}&endpoint=${url}`, `--s3_credentials=${secrets}`];
    for (const service of SERVICES) {
      await writeFile(this.databaseFile(service), this.server.address(service), { mode: 0o600 });
    }
    const auth = await this.two('auth', ['--bot_check=off']);
    const toAuth = `--auth=${both(auth)}`;
    const catalog = await this.two('catalog', [toAuth, ...blobs, '--uploads_in_store', '--encode_elsewhere']);
    const toCatalog = `--catalog=${both(catalog)}`;
    const enrollment = await this.two('enrollment', [toAuth, toCatalog]);
    const presence = await this.host('presence', [toAuth], auth[0]);
    await this.host('encoder', [...blobs, '--retry_pause=100ms', '--keep_free=0'], auth[0]);
    const peers = [toAuth, toCatalog, `--enrollment=${both(enrollment)}`, `--presence=${presence.address()}`];
    const limits = ['--bot_check=off', '--public_rate=0', '--session_rate=0', '--trusted_proxy=127.0.0.1'];
    this.edges = await this.two('edge', [...peers, ...blobs, ...limits]);
    await this.startProxy();
  }

  private async two(name: Service | 'edge', flags: readonly string[]): Promise<Host[]> {
    const first = await this.host(name, flags, this.hosts[0]);
    return [first, await this.host(name, flags, this.hosts[0])];
  }

  private databaseFile(service: Service): string {
    return join(this.folder, `${service}.database`);
  }

  private async host(name: Service | 'edge' | 'encoder', flags: readonly string[], keys?: Host): Promise<Host> {
    const database = name === 'edge' ? [] : [`--db_file=${this.databaseFile(name === 'encoder' ? 'catalog' : name)}`];
    const host = await Host.start(name, {
      programs: this.programs,
      flags: [...database, ...(name === 'edge' ? EDGE_DRAIN : DRAIN), ...flags],
      ...(keys === undefined ? {} : { keysFrom: keys.data }),
    });
    this.hosts.push(host);
    return host;
  }

  private async startProxy(): Promise<void> {
    const port = await freePort();
    this.url = `http://127.0.0.1:${port}`;
    const file = join(this.folder, 'haproxy.cfg');
    const shipped = await readFile(join(ROOT, 'deploy/haproxy-edges.cfg'), 'utf8');
    await writeFile(
      file,
      rewrite(shipped, [
        // Plain, because only the choice of the edge is of interest.
        ['bind :80\n', `bind 127.0.0.1:${port}\n    http-response set-header x-server %s\n`],
        [/ *bind :443 .*\n/, ''],
        [/ *http-request redirect .*\n/, ''],
        [' secure ', ' '],
        [/ *server h3 .*\n/, ''],
        ...this.edges.map((edge, index) => [`10.0.0.${index + 1}:8080`, edge.address()] as const),
      ]),
    );
    this.proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
    for (const edge of this.edges) await this.isInTheRound(edge);
  }

  /** As docs/cluster.md has it: the processes of one machine after another, whoever is called before who calls. */
  private get inOrder(): Host[] {
    const second = (host: Host) => this.hosts.find(({ name }) => name === host.name) !== host;
    return [...this.hosts.filter((host) => !second(host)), ...this.hosts.filter(second)];
  }

  /** Waits until HAProxy sends requests to an edge that is ready. */
  private async isInTheRound(edge: Host): Promise<void> {
    const server = `h${this.edges.indexOf(edge) + 1}`;
    const ready = async () => (await fetch(`http://${edge.address()}/readyz`)).status === 200;
    await until(`readiness of ${server}`, ready, START_MS);
    const asked = async () => (await fetch(`${this.url}/courses`)).headers.get('x-server') === server;
    await until(`HAProxy to use ${server}`, asked, START_MS);
  }

  /**
   * Replaces all processes by those of another release, as docs/cluster.md says: the databases first if `migrates`, then
   * process by process. If it `expands`, the databases are those of a release to come by then.
   */
  async roll(
    programs: string,
    { migrates, expands }: { migrates: boolean; expands: boolean },
    says: (line: string) => void,
  ): Promise<void> {
    this.programs = programs;
    if (migrates) await this.migrate();
    if (expands) await this.expand();
    // There is nothing to do in a database that is newer.
    if (migrates && expands) await this.migrate();
    if (migrates) says('migrated');
    for (const host of this.inOrder) {
      const began = performance.now();
      host.signal('SIGTERM');
      await until(`the end of ${host.name}`, () => host.hasEnded, STOP_MS);
      const ended = performance.now();
      await host.startAgain(programs);
      if (host.name === 'edge') await this.isInTheRound(host);
      else await this.isServing(host);
      const seconds = (from: number, to: number) => ((to - from) / 1000).toFixed(1);
      says(`${host.name} stopped in ${seconds(began, ended)} s, ready in ${seconds(ended, performance.now())} s`);
    }
  }

  /** A service is in the round when both edges find it ready; an encoder is found by nobody. */
  private async isServing(host: Host): Promise<void> {
    if (host.name === 'encoder') return;
    for (const edge of this.edges) {
      await until(
        `${host.name} to be ready`,
        async () => (await fetch(`http://${edge.address()}/readyz`)).status === 200,
        START_MS,
      );
    }
  }

  private async migrate(): Promise<void> {
    for (const service of SERVICES) {
      const words = ['--migrate_only', `--data=${this.hosts[0]?.data}`, `--db_file=${this.databaseFile(service)}`];
      await run(join(this.programs, 'bin', service), words);
    }
  }

  /**
   * What a release to come would do to each database, and this one knows nothing of: a table, and a column with a default
   * in a table of which every program reads and writes.
   */
  private async expand(): Promise<void> {
    const tables = { auth: 'learners', catalog: 'courses', enrollment: 'part_progress', presence: 'feed_positions' };
    for (const service of SERVICES) {
      await this.server.ask(
        service,
        `BEGIN; CREATE TABLE of_a_later_release (id TEXT PRIMARY KEY);
         ALTER TABLE ${tables[service]} ADD COLUMN of_a_later_release TEXT NOT NULL DEFAULT '';
         INSERT INTO schema_migrations SELECT MAX(version) + 1, 'of a later release', 0 FROM schema_migrations; COMMIT`,
        'services',
      );
    }
  }

  async titles(): Promise<Map<string, number>> {
    const query = 'SELECT title, COUNT(*) AS times FROM courses GROUP BY title';
    const rows = await this.server.rows('catalog', query);
    return new Map(rows.map(({ title, times }) => [String(title), Number(times)]));
  }

  upload(id: string): Promise<Buffer> {
    return this.store.read(`academy/uploads/${id}/source`);
  }

  complaints(): string[] {
    return this.hosts.flatMap(({ name, lines }) =>
      lines.filter((line) => /"level":"(warning|error)"/.test(line)).map((line) => `${name}: ${line}`),
    );
  }

  async remove(): Promise<void> {
    await stopProxy(this.proxy);
    for (const host of this.hosts) await host.remove();
    await this.server?.remove();
    await this.store?.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** Whether the programs in a folder know how old they may be, and so work with a later release's database. */
export async function knowsFloor(programs: string): Promise<boolean> {
  const help = await run(join(programs, 'bin/auth'), ['--helpfull']).catch((error: { stdout: string }) => error);
  return help.stdout.includes('--migrate_only');
}
