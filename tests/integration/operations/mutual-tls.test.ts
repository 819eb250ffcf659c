// Processes on several machines know each other by certificates: who has none of the academy's is refused, and so is
// who has another's. Certificates and their authority are replaced without a refused call.
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Certificates, Host } from '../../harness/academies/hosts.ts';
import { assign, firstManager, newCourse, newLearner, type Api } from '../../harness/api.ts';
import { ROOT, type ProcessName } from '../../harness/cluster.ts';
import { onSqlite } from '../../harness/engine.ts';
import { rawCall, tlsOf, type RawCall } from '../../harness/grpc-call.ts';
import { until } from '../../harness/until.ts';

const COLLECT = '/academy.common.v1.ProcessMetrics/Collect';
const [UNAVAILABLE, PERMISSION_DENIED] = [14, 7];

async function keysCommand(...words: string[]): Promise<{ code: number; said: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(join(ROOT, 'academy'), ['keys', ...words]);
    return { code: 0, said: stdout + stderr };
  } catch (error) {
    const failed = error as { code: number; stdout: string; stderr: string };
    return { code: failed.code, said: failed.stdout + failed.stderr };
  }
}

describe('./academy keys', () => {
  let certificates: Certificates;
  beforeAll(async () => {
    certificates = await Certificates.create();
    await certificates.authority();
  });
  afterAll(() => certificates?.remove());
  const at = (...names: string[]) => join(certificates.folder, ...names);

  test('makes an authority and certificates that only the owner can read, and keeps their folders apart', async () => {
    const folder = await certificates.make('catalog');
    expect((await readdir(folder)).sort()).toEqual(['ca.pem', 'catalog.key', 'catalog.pem']);
    for (const file of [join(folder, 'catalog.key'), at('authority', 'authority.key')]) {
      expect((await stat(file)).mode & 0o777).toBe(0o600);
    }
    const words = ['verify', '-purpose', 'sslserver', '-verify_hostname', 'catalog.academy.internal'];
    words.push('-CAfile', join(folder, 'ca.pem'), join(folder, 'catalog.pem'));
    expect((await promisify(execFile)('openssl', words)).stdout).toContain('OK');
  });

  test('overwrites nothing, and says what is wrong', async () => {
    const folder = await certificates.make('edge');
    const before = await readFile(join(folder, 'edge.key'), 'utf8');
    const other = await certificates.authority('other');
    const refusals: [string, ...string[]][] = [
      ['never overwritten', 'certificate', 'edge', '--authority', at('authority'), '--to', folder],
      ['never overwritten', 'authority', '--to', at('authority')],
      ["is another authority's", 'certificate', 'auth', '--authority', other, '--to', folder],
      ['There is no authority', 'certificate', 'auth', '--authority', at('nowhere'), '--to', folder],
      ["has the authority's key", 'certificate', 'auth', '--authority', other, '--to', other],
      ['needs the name of a process', 'certificate', 'Not/a name', '--authority', other, '--to', folder],
      ['--days 0 is not valid', 'certificate', 'auth', '--authority', other, '--to', folder, '--days', '0'],
      ['needs a folder', 'authority'],
      ['is not a certificate of the authority', 'revoke', join(folder, 'edge.pem'), '--authority', other],
      ["needs the certificate's file", 'revoke', at('nowhere'), '--authority', other],
      ["needs the authority's folder", 'revoke', join(folder, 'edge.pem')],
    ];
    for (const [text, ...words] of refusals) {
      const { code, said } = await keysCommand(...words);
      expect(said).toContain(text);
      expect(code).toBe(1);
    }
    expect(await readFile(join(folder, 'edge.key'), 'utf8')).toBe(before);
  });
});

// The processes are started by hand, on SQLite.
describe.runIf(onSqlite('opens files'))('an academy on several machines', () => {
  let certificates: Certificates;
  const folders = new Map<string, string>();
  const hosts: Host[] = [];
  let auth: Host, catalog: Host, edge: Host;
  let url: string;
  let manager: Api;

  const folderOf = (name: string) => folders.get(name) ?? '';
  async function start(name: ProcessName, flags: readonly string[], keysFrom?: string): Promise<Host> {
    folders.set(name, await certificates.make(name));
    const host = await Host.start(name, {
      ...(keysFrom === undefined ? {} : { keysFrom }),
      flags: [`--grpc_tls=${folderOf(name)}`, ...flags],
    });
    hosts.push(host);
    return host;
  }

  beforeAll(async () => {
    certificates = await Certificates.create();
    await certificates.authority();
    // Connections end after a second, so that calls need new ones all the time.
    const age = '--connection_age=1s';
    auth = await start('auth', [age, '--bot_check=off']);
    const toAuth = `--auth=${auth.address()}`;
    catalog = await start('catalog', [age, toAuth], auth.data);
    const toCatalog = `--catalog=dns:///${catalog.address().replace('127.0.0.1', 'localhost')}`;
    const enrollment = await start('enrollment', [age, toAuth, toCatalog], auth.data);
    const presence = await start('presence', [age, toAuth], auth.data);
    const others = [`--enrollment=ipv4:${enrollment.address()}`, `--presence=${presence.address()}`, '--bot_check=off'];
    edge = await start('edge', [toAuth, toCatalog, ...others], auth.data);
    url = `http://${edge.address()}`;
    await until('readiness', async () => (await fetch(`${url}/readyz`)).status === 200);
    manager = (await firstManager(url)).api;
  });
  afterAll(async () => {
    for (const host of hosts) await host.remove();
    await certificates?.remove();
  });

  /** A call of the edge to catalog, which may differ. */
  async function call(differences: Partial<RawCall> = {}): Promise<Buffer | { code: number; message: string }> {
    return rawCall({
      address: catalog.address(),
      rpc: COLLECT,
      keys: { data: auth.data, name: 'edge-catalog' },
      caller: 'service:edge',
      server: 'catalog',
      ...differences,
    });
  }

  test('serves, and every hop works', async () => {
    const course = await newCourse(manager, 'Over TLS', ['one']);
    const learner = await newLearner(manager);
    await assign(manager, course._id, learner._id);
    expect(await call({ transport: await tlsOf(folderOf('edge'), 'edge') })).toBeInstanceOf(Buffer);
  });

  test('refuses who speaks plain text, has no certificate, or one of another authority', async () => {
    expect(await call()).toMatchObject({ code: UNAVAILABLE });
    expect(await call({ transport: await tlsOf(folderOf('edge')) })).toMatchObject({ code: UNAVAILABLE });
    const stranger = await certificates.make('edge', await certificates.authority('stranger'));
    await copyFile(join(folderOf('edge'), 'ca.pem'), join(stranger, 'ca.pem'));
    expect(await call({ transport: await tlsOf(stranger, 'edge') })).toMatchObject({ code: UNAVAILABLE });
  });

  test("refuses the edge's key with another process's certificate, and a program's that is not its own", async () => {
    const presence = await tlsOf(folderOf('presence'), 'presence');
    expect(await call({ transport: presence })).toMatchObject({ code: PERMISSION_DENIED });
    const payroll = await tlsOf(await certificates.make('payroll'), 'payroll');
    expect(await call({ transport: payroll })).toMatchObject({ code: PERMISSION_DENIED });
    const asTool = {
      address: auth.address(),
      server: 'auth',
      keys: { data: auth.data, name: 'tools' },
      rpc: '/academy.auth.v1.LearnerLookup/ListLearnerIds',
      transport: payroll,
    };
    const answer = await call({ ...asTool, caller: 'service:reports' });
    expect(answer).toMatchObject({
      code: PERMISSION_DENIED,
      message: expect.stringContaining('certificate') as string,
    });
    expect(await call({ ...asTool, caller: 'service:payroll' })).toBeInstanceOf(Buffer);
  });

  test('a client calls no server with the certificate of another process', async () => {
    const transport = await tlsOf(folderOf('edge'), 'edge');
    expect(await call({ transport, server: 'presence' })).toMatchObject({ code: UNAVAILABLE });
    // The edge neither: it takes auth for catalog.
    const authAddress = auth.address();
    const lost = await Host.start('edge', {
      keysFrom: auth.data,
      flags: [
        `--grpc_tls=${folderOf('edge')}`,
        `--auth=${catalog.address()}`,
        ...['catalog', 'enrollment', 'presence'].map((name) => `--${name}=${authAddress}`),
      ],
    });
    hosts.push(lost);
    const answer = await fetch(`http://${lost.address()}/readyz`);
    expect(answer.status).toBe(503);
    const { missing } = (await answer.json()) as { missing: string[] };
    expect(missing.sort()).toEqual(['auth', 'catalog', 'enrollment', 'presence']);
  });

  const timesRead = (host: Host) =>
    host.lines.filter((line) => line.includes('certificate for grpc read again')).length;
  /** Has processes read their files again. */
  async function reload(...reading: Host[]): Promise<void> {
    const before = reading.map(timesRead);
    for (const host of reading) host.signal('SIGHUP');
    await until('the files to be read', () => reading.every((host, i) => timesRead(host) > (before[i] ?? 0)));
  }

  test('refuses a certificate as soon as a list that revokes it is read', async () => {
    const stolen = await certificates.make('edge');
    const transport = await tlsOf(stolen, 'edge');
    expect(await call({ transport })).toBeInstanceOf(Buffer);
    const authority = join(certificates.folder, 'authority');
    const { code, said } = await keysCommand('revoke', join(stolen, 'edge.pem'), '--authority', authority);
    expect(said).toContain('revoked.pem');
    expect(code).toBe(0);
    const lists = join(folderOf('catalog'), 'crl');
    await mkdir(lists);
    await copyFile(join(authority, 'revoked.pem'), join(lists, 'revoked.pem'));
    await reload(catalog);
    expect(await call({ transport })).toMatchObject({ code: UNAVAILABLE });
    expect(await call({ transport: await tlsOf(folderOf('edge'), 'edge') })).toBeInstanceOf(Buffer);
    await rm(lists, { recursive: true });
  });

  test('managers hear that the certificate of one process expires', async () => {
    const item = async () => {
      type Answer = { result: { name: string; state: string; code: string }[] };
      const { result } = await manager.must<Answer>('POST', '/api/cm/health/fetch');
      return result.find(({ name }) => name === 'grpc-certificate');
    };
    expect(await item()).toMatchObject({ state: 'ok' });
    const brief = await certificates.make('catalog', undefined, 13);
    for (const file of await readdir(brief)) await copyFile(join(brief, file), join(folderOf('catalog'), file));
    await reload(catalog);
    expect(await item()).toMatchObject({ state: 'warning', code: 'grpc_certificate_expiring' });
  });

  test('certificates and their authority are replaced, and no call is refused', { timeout: 120_000 }, async () => {
    let stop = false;
    let calls = 0;
    const refused: number[] = [];
    const callers = [1, 2, 3].map(async () => {
      while (!stop) {
        for (const [method, path] of [
          ['POST', '/api/cm/course/fetch-courses'],
          ['PUT', '/api/cm/user/fetch-users'],
          ['POST', '/api/cm/dashboard/fetch-figures'],
        ] as const) {
          const { status } = await manager.call(method, path);
          calls += 1;
          if (status >= 500) refused.push(status);
        }
      }
    });
    const reloadAll = async () => {
      await reload(...hosts);
      // New connections use them within a second, and connections last for one.
      const [enough, end] = [calls + 100, performance.now() + 2500];
      await until('calls over new connections', () => calls > enough && performance.now() > end);
    };
    const renew = async (authority: string) => {
      for (const [name, folder] of folders) {
        const fresh = await certificates.make(name, authority);
        for (const file of [`${name}.key`, `${name}.pem`]) await copyFile(join(fresh, file), join(folder, file));
      }
    };
    const believe = async (...authorities: string[]) => {
      const texts = await Promise.all(authorities.map((folder) => readFile(join(folder, 'ca.pem'), 'utf8')));
      for (const folder of folders.values()) await writeFile(join(folder, 'ca.pem'), texts.join(''));
    };
    const [old, next] = [join(certificates.folder, 'authority'), await certificates.authority('next')];
    await renew(old);
    await reloadAll();
    await believe(old, next);
    await reloadAll();
    await renew(next);
    await reloadAll();
    await believe(next);
    await reloadAll();
    stop = true;
    await Promise.all(callers);
    expect(refused).toEqual([]);
    expect(calls).toBeGreaterThan(400);
    const dismissed = await certificates.make('edge', old);
    await copyFile(join(next, 'ca.pem'), join(dismissed, 'ca.pem'));
    expect(await call({ transport: await tlsOf(dismissed, 'edge') })).toMatchObject({ code: UNAVAILABLE });
    expect(await call({ transport: await tlsOf(folderOf('edge'), 'edge') })).toBeInstanceOf(Buffer);
  });

  test('a pair that does not fit is logged, and the one before stays', async () => {
    const key = join(folderOf('catalog'), 'catalog.key');
    const good = await readFile(key);
    await copyFile(join(folderOf('edge'), 'edge.key'), key);
    catalog.signal('SIGHUP');
    await until('the log', () => catalog.lines.some((line) => line.includes('not read, the one before stays')));
    expect(catalog.lines.join('\n')).toContain('is not that of the certificate');
    expect(await call({ transport: await tlsOf(folderOf('edge'), 'edge') })).toBeInstanceOf(Buffer);
    await writeFile(key, good);
  });

  test('streams have outlived the connections that were asked to end', () => {
    expect(edge.lines.filter((line) => line.includes('attached to presence'))).toHaveLength(1);
    expect(edge.lines.join('\n')).not.toContain('detached from presence');
  });

  test('a service that others can reach without TLS says so in its log', async () => {
    // It is 127.0.0.1, but written so that nothing here knows it.
    for (const [bind, warned] of [
      ['2130706433', true],
      ['127.0.0.1', false],
    ] as const) {
      const host = await Host.start('presence', {
        keysFrom: auth.data,
        flags: [`--auth=${auth.address()}`, `--grpc_bind=${bind}`],
      });
      hosts.push(host);
      expect(host.lines.some((line) => line.includes('give every process --grpc_tls'))).toBe(warned);
      host.signal('SIGTERM');
      await host.ended();
    }
  });

  test('a process that cannot use its files does not start, and says why', async () => {
    const refusals: [string, (folder: string) => Promise<unknown>][] = [
      ['cannot read', (folder) => rm(join(folder, 'ca.pem'))],
      ['cannot read', (folder) => rm(join(folder, 'presence.pem'))],
      ['cannot read', (folder) => rm(join(folder, 'presence.key'))],
      [
        'is not that of the certificate',
        (folder) => copyFile(join(folderOf('edge'), 'edge.key'), join(folder, 'presence.key')),
      ],
      ['is not a certificate in PEM', (folder) => writeFile(join(folder, 'ca.pem'), 'nonsense')],
      [
        'is not of an authority',
        async (folder) => copyFile(join(await certificates.authority('third'), 'ca.pem'), join(folder, 'ca.pem')),
      ],
      [
        'is not for presence.academy.internal',
        async (folder) => {
          for (const file of ['key', 'pem'])
            await copyFile(join(folderOf('edge'), `edge.${file}`), join(folder, `presence.${file}`));
          await copyFile(join(folderOf('edge'), 'ca.pem'), join(folder, 'ca.pem'));
        },
      ],
    ];
    for (const [text, spoil] of refusals) {
      const folder = await certificates.make('presence');
      await spoil(folder);
      const host = await Host.launched('presence', {
        keysFrom: auth.data,
        flags: [`--auth=${auth.address()}`, `--grpc_tls=${folder}`],
      });
      hosts.push(host);
      expect(await host.ended()).toBe(1);
      expect(host.lines.at(-1)).toContain(text);
    }
  });
});
