// A running academy on one machine is replaced process by process: by itself while clients work, and by releases that do
// not start. The long form, twenty times: tests/upgrade.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { firstManager, newLearner, signIn } from '../../harness/api.ts';
import { isAlive, PROCESSES, ROOT } from '../../harness/cluster.ts';
import { LiveConnection } from '../../harness/live.ts';
import { MediaFolder } from '../../harness/media.ts';
import { InstalledAcademy, lastLine, type Ended } from '../../harness/rolling/installed.ts';
import { underLoad, type Outcome } from '../../harness/rolling/load.ts';
import { testsThatNothingIsLost } from '../../harness/rolling/unnoticed.ts';
import { until } from '../../harness/until.ts';

/** So that a failure shows what the command said. */
const UPGRADED = { code: 0, said: expect.stringContaining('Upgraded to') };

describe('while clients work', () => {
  let ended: Ended;
  let outcome: Outcome;

  beforeAll(async () => {
    const media = await MediaFolder.create();
    const academy = await InstalledAcademy.start(ROOT);
    try {
      outcome = await underLoad(academy, media, async ({ settle }) => {
        ended = await academy.upgrade();
        await settle();
      });
    } finally {
      await academy.remove();
      await media.remove();
    }
  }, 300_000);

  test('the upgrade succeeds', () => {
    expect(ended).toMatchObject(UPGRADED);
  });

  testsThatNothingIsLost(() => outcome);
});

describe('an upgrade', () => {
  let folder: string;
  let academy: InstalledAcademy;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'academy-'));
  });

  afterEach(async () => {
    await academy.remove();
    await rm(folder, { recursive: true });
  });

  const start = async (...flags: readonly string[]) => {
    academy = await InstalledAcademy.start(ROOT, flags);
    return academy.cluster;
  };

  test('replaces every process, and the supervisor stays', async () => {
    const cluster = await start();
    const before = await academy.pids();
    expect(await academy.upgrade()).toMatchObject(UPGRADED);
    const after = await academy.pids();
    for (const name of PROCESSES) expect(after[name]).not.toBe(before[name]);
    for (const name of ['auth', 'catalog', 'enrollment', 'presence'] as const) {
      expect(await isAlive(before[name])).toBe(false);
    }
    await cluster.ready();
    // They are watched as before.
    await cluster.restart('catalog');
    await cluster.restart('edge');
    const last = await academy.pids();
    expect((await cluster.stop({ keepData: true })).code).toBe(0);
    // Nor is the edge left behind whose place was taken.
    for (const pid of [...Object.values(last), before.edge]) expect(await isAlive(pid)).toBe(false);
  });

  test('lets live connections go on with the new edge, and ends no session', async () => {
    const cluster = await start();
    const { api: manager } = await firstManager(cluster.url);
    const { email } = await newLearner(manager);
    const { token } = await signIn(cluster.url, email);
    const live = await new LiveConnection(cluster.url, token, { reconnection: true }).connected();
    const first = live.socket.id;
    expect(await academy.upgrade()).toMatchObject(UPGRADED);
    await until('the next connection', () => live.socket.connected && live.socket.id !== first);
    expect(live.events.map(({ name }) => name)).not.toContain('logout');
    // Another device takes the place of this one, as always.
    await signIn(cluster.url, email);
    await live.got('anotherDevice');
    live.close();
  });

  test('that the new release refuses changes nothing, and says why in one line', async () => {
    const conf = join(folder, 'academy.conf');
    await writeFile(conf, 'silence-limit = 30\n');
    const cluster = await start('--conf', conf);
    const before = await academy.pids();
    await writeFile(conf, 'silence-limit = 30\nprot = 80\n');
    const refused = await academy.upgrade();
    expect(refused.code).toBe(1);
    expect(lastLine(refused)).toMatch(
      /^academy: Not upgraded, and all goes on as before: .*academy\.conf:2: there is no setting 'prot'\. Fix: /,
    );
    expect(await academy.pids()).toEqual(before);
    await cluster.ready();
  });

  test('to a program that does not start goes on with the one before', async () => {
    const cluster = await start();
    const before = await academy.pids();
    await academy.release.breakProgram('catalog');
    await academy.release.breakProgram('edge');
    const failed = await academy.upgrade();
    expect(failed.code).toBe(1);
    expect(lastLine(failed)).toMatch(/ but the program before goes on for catalog, edge\. Fix: /);
    await cluster.ready();
    const after = await academy.pids();
    expect(after.auth).not.toBe(before.auth);
    expect(after.catalog).not.toBe(before.catalog);
    expect(after.edge).toBe(before.edge);
    expect(await academy.release.command('status', '--data', cluster.data)).toMatchObject({
      code: 1,
      said: expect.stringContaining('the program before goes on for catalog, edge'),
    });
    // That program is started again when it ends.
    await cluster.restart('catalog');
    await academy.release.install(ROOT);
    expect(await academy.upgrade()).toMatchObject(UPGRADED);
    expect((await academy.pids()).edge).not.toBe(before.edge);
    await cluster.ready();
  }, 180_000);

  test('leaves pages of the release before their parts', async () => {
    const cluster = await start();
    const before = join(academy.release.root, 'out/web-before');
    await mkdir(join(before, 'assets'), { recursive: true });
    await writeFile(join(before, 'assets/page-1a2b3c4d.js'), 'before');
    await writeFile(join(before, 'other.txt'), 'before');
    const part = await fetch(`${cluster.url}/assets/page-1a2b3c4d.js`);
    expect(await part.text()).toBe('before');
    expect(part.headers.get('cache-control')).toContain('immutable');
    // Only what has a hash in its name.
    expect((await fetch(`${cluster.url}/other.txt`)).status).toBe(404);
  });

  test('of an academy that does not run is refused', async () => {
    const cluster = await start();
    await cluster.stop({ keepData: true });
    const refused = await academy.upgrade();
    expect(refused.code).toBe(1);
    expect(lastLine(refused)).toMatch(/^academy: No academy that could be upgraded runs on .*\. Fix: /);
  });
});
