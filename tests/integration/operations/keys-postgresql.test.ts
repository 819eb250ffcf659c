// auth on several machines over one PostgreSQL database: only the first makes keys, and with others than the database's
// none starts.
import { execFile } from 'node:child_process';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Host } from '../../harness/academies/hosts.ts';
import { ROOT } from '../../harness/cluster.ts';
import { onSqlite } from '../../harness/engine.ts';
import { hasPostgresql, PostgresqlServer } from '../../harness/servers/postgresql.ts';
import { until } from '../../harness/until.ts';

describe.runIf(onSqlite('own servers') && hasPostgresql())('auth over a database that another machine uses', () => {
  let server: PostgresqlServer;
  let first: Host;
  const hosts: Host[] = [];
  let address: string;

  async function launch(keysFrom?: string): Promise<Host> {
    const host = await Host.launched('auth', {
      flags: [`--db_file=${address}`],
      ...(keysFrom === undefined ? {} : { keysFrom }),
    });
    hosts.push(host);
    return host;
  }
  /** All that the database stores but what changes every second. */
  async function stored(): Promise<string> {
    const rows = ['audit_head', 'audit_events', 'known_keys', 'data_keys', 'database_identity'].map((table) =>
      server.rows('auth', `SELECT * FROM ${table} ORDER BY ${table}::text`),
    );
    return JSON.stringify(await Promise.all(rows));
  }

  beforeAll(async () => {
    server = await PostgresqlServer.create();
    address = join(server.folder, 'address');
    await writeFile(address, server.address('auth'), { mode: 0o600 });
    first = await launch();
    await first.serves();
    // A rotation is audited, so the trail has a seal that could be broken.
    await promisify(execFile)(join(ROOT, 'academy'), ['keys', 'rotate', 'media', '--data', first.data]);
    await until('the seal', async () => {
      const [head] = await server.rows('auth', 'SELECT seal FROM audit_head');
      return head?.['seal'] !== undefined && head['seal'] !== '';
    });
  });
  afterAll(async () => {
    for (const host of hosts) await host.remove();
    await server?.remove();
  });

  test('makes no keys, says what to copy, and changes nothing', async () => {
    const before = await stored();
    const second = await launch();
    expect(await second.ended()).toBe(1);
    const said = second.lines.join('\n');
    expect(said).toContain('keys is missing');
    expect(said).toContain('copy the folder keys from a machine on which auth runs');
    await expect(readdir(join(second.data, 'keys'))).rejects.toThrow();
    expect(await stored()).toBe(before);
  });

  test('refuses keys of its own, from another academy, and changes nothing', async () => {
    const before = await stored();
    const stranger = await Host.start('auth');
    hosts.push(stranger);
    stranger.signal('SIGTERM');
    await stranger.ended();
    const second = await launch(stranger.data);
    expect(await second.ended()).toBe(1);
    expect(second.lines.join('\n')).toMatch(
      /keys\/audit-seal has no key [0-9a-f]{12}, which auth's database knows: copy/,
    );
    expect(await stored()).toBe(before);
  });

  test('refuses when a key is missing that the database has had', async () => {
    const second = await launch(first.data);
    await second.serves();
    second.signal('SIGTERM');
    await second.ended();
    const keys = join(second.data, 'keys');
    await rename(join(keys, 'bot-check'), join(second.data, 'bot-check'));
    await rm(join(keys, 'made'));
    await expect(second.startAgain()).rejects.toThrow();
    expect(second.lines.join('\n')).toContain('keys/bot-check is missing');
    expect(await readdir(keys)).not.toContain('bot-check');
  });

  test('serves with the keys of the first', async () => {
    const second = await launch(first.data);
    await second.serves();
    expect(first.hasEnded).toBe(false);
    const verify = ['audit', 'verify', '--data', second.data, '--db-file', address];
    const { stdout } = await promisify(execFile)(join(ROOT, 'academy'), verify);
    expect(stdout).toContain('Audit trail is whole: 1 events');
  });
});
