// An academy of which two catalogs run over one PostgreSQL database and one object store, and keep nothing on a disk.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { firstManager, type Api } from '../api.ts';
import { MediaFolder } from '../media.ts';
import { startS3, type ObjectStore } from '../s3-server.mjs';
import { PostgresqlServer } from '../servers/postgresql.ts';
import { Swift } from '../servers/swift.ts';
import { until } from '../until.ts';
import { Host } from './hosts.ts';

/** Where the academy is in the bucket. */
const PREFIX = 'academy';

export interface StoreAcademyOptions {
  /** Additional flags of each catalog. */
  readonly catalogFlags?: readonly string[];
}

/** By name, ACADEMY_TEST_STORE=swift, a real store. */
async function openStore(): Promise<ObjectStore> {
  if (process.env['ACADEMY_TEST_STORE'] === 'swift') return Swift.start();
  const store = await startS3();
  // As S3 does.
  await fetch(`${store.url}/-/parts?min=${5 * 1024 * 1024}`);
  return store;
}

export class StoreAcademy {
  private constructor(
    readonly store: ObjectStore,
    readonly server: PostgresqlServer,
    readonly media: MediaFolder,
    readonly catalogs: readonly [Host, Host],
    readonly edge: Host,
    readonly manager: Api,
    private readonly flags: readonly string[],
    private readonly keysFrom: string,
    private readonly hosts: Host[],
  ) {}

  static async start({ catalogFlags = [] }: StoreAcademyOptions = {}): Promise<StoreAcademy> {
    const [store, server, media] = [await openStore(), await PostgresqlServer.create(), await MediaFolder.create()];
    const secrets = join(media.path, 'secrets');
    const lines = `aws_access_key_id=${store.accessKey}\naws_secret_access_key=${store.secretKey}\n`;
    await writeFile(secrets, lines, { mode: 0o600 });
    const place = `s3://${store.bucket}/${PREFIX}?region=${store.region}&endpoint=${store.url}`;
    const blobs = [`--blobs=${place}`, `--s3_credentials=${secrets}`];
    const database = async (service: 'auth' | 'catalog') => {
      const file = join(media.path, `database-${service}`);
      await writeFile(file, server.address(service), { mode: 0o600 });
      return `--db_file=${file}`;
    };
    const hosts: Host[] = [];
    const start = async (...words: Parameters<typeof Host.start>) => {
      const host = await Host.start(...words);
      hosts.push(host);
      return host;
    };
    const auth = await start('auth', { flags: [await database('auth'), '--bot_check=off'] });
    const toAuth = `--auth=${auth.address()}`;
    const keysFrom = auth.data;
    const flags = [await database('catalog'), toAuth, ...blobs, '--uploads_in_store'];
    const options = { keysFrom, flags: [...flags, ...catalogFlags] };
    const catalogs = [await start('catalog', options), await start('catalog', options)] as const;
    const toCatalog = `--catalog=ipv4:${catalogs[0].address()},${catalogs[1].address()}`;
    const presence = await start('presence', { keysFrom, flags: [toAuth] });
    const enrollment = await start('enrollment', { keysFrom, flags: [toAuth, toCatalog] });
    const others = [`--enrollment=${enrollment.address()}`, `--presence=${presence.address()}`];
    const edge = await start('edge', { keysFrom, flags: [toAuth, toCatalog, ...others, ...blobs, '--bot_check=off'] });
    const url = `http://${edge.address()}`;
    await until('readiness', async () => (await fetch(`${url}/readyz`)).status === 200);
    const { api } = await firstManager(url);
    return new StoreAcademy(store, server, media, catalogs, edge, api, flags, keysFrom, hosts);
  }

  /** Starts an encoder. */
  async encoder(flags: readonly string[] = []): Promise<Host> {
    const own = this.flags.filter((flag) => !flag.startsWith('--auth=') && flag !== '--uploads_in_store');
    const host = await Host.start('encoder', { keysFrom: this.keysFrom, flags: [...own, ...flags] });
    this.hosts.push(host);
    return host;
  }

  /** Kills one of its processes. */
  async kill(host: Host): Promise<void> {
    host.signal('SIGKILL');
    await host.ended();
  }

  /** The bytes of an object of the academy. */
  read(key: string): Promise<Buffer> {
    return this.store.read(`${PREFIX}/${key}`);
  }

  /** The keys of the academy's objects below a folder. */
  async keys(folder: string): Promise<string[]> {
    const keys = await this.store.keys(`${PREFIX}/${folder}/`);
    return keys.map((key) => key.slice(PREFIX.length + 1));
  }

  async close(): Promise<void> {
    for (const host of this.hosts) await host.remove();
    await this.server.remove();
    await this.store.stop();
    await this.media.remove();
  }
}
