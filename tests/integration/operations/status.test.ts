// `./academy status` and `--version`: what an owner asks first.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, expect, test } from 'vitest';

import { Cluster, PROCESSES, ROOT } from '../../harness/cluster.ts';
import { ask } from '../../harness/servers/units.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster | undefined;
afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
});

const status = (data: string) => ask(join(ROOT, 'academy'), ['status', '--data', data]);
const release = async () => (await readFile(join(ROOT, 'VERSION'), 'utf8')).trim();

test('a running academy is ready: each process, where it is and how the last backup was', async () => {
  cluster = await Cluster.start({ flags: ['--setup-code'] });
  const { code, text } = await status(cluster.data);
  expect(code, text).toBe(0);
  expect(text).toContain(`academy ${await release()}, data in ${cluster.data}\n`);
  for (const name of PROCESSES)
    expect(text).toMatch(new RegExp(`^${name}: process ${await cluster.pidOf(name)}, \\d+ MiB, `, 'm'));
  expect(text).toContain('\nready: yes\n');
  expect(text).toContain(`address: ${cluster.url}\n`);
  expect(text).toMatch(/^setup code for the first manager: \S+$/m);
  expect(text).toMatch(/^backup: none yet/m);
  expect(text).toMatch(/^disk: \d+ MiB free$/m);
});

test('a service that hangs is named, and the exit code says so', async () => {
  cluster = await Cluster.start({ flags: ['--silence-limit', '600'] });
  await cluster.freeze(await cluster.pidOf('catalog'));
  const { code, text } = await until('its silence', async () => {
    const said = await status(cluster?.data ?? '');
    return said.code === 0 ? undefined : said;
  });
  expect(code).toBe(1);
  expect(text).toMatch(/^ready: no, missing "catalog"\. Fix: /m);
});

test('a stopped academy, and a folder that is none', async () => {
  cluster = await Cluster.start();
  const { data } = cluster;
  await cluster.stop({ keepData: true });
  const stopped = await status(data);
  expect([stopped.code, stopped.text]).toEqual([3, expect.stringContaining('supervisor: not running. Fix: ')]);
  expect((await status('/none')).code).toBe(1);
});

test('what names no relative path works from a folder that is gone', async () => {
  const gone = 'cd "$(mktemp -d)"; rmdir "$PWD"; exec env --unset=PWD "$@"';
  const said = await ask('bash', ['-c', gone, 'gone', join(ROOT, 'academy'), 'doctor', '--data', '/none']);
  expect(said.text).toContain('academy: There is no folder /none. Fix: ');
  expect(said.text).not.toContain('unbound');
});

test('every program says its release', async () => {
  const said = [...PROCESSES, 'backup', 'encoder'].map(async (name) => {
    const { stdout } = await promisify(execFile)(join(ROOT, 'out/bin', name), ['--version']);
    return stdout;
  });
  const expected = [...PROCESSES, 'backup', 'encoder'].map(async (name) => `${name} (Academy) ${await release()}\n`);
  expect(await Promise.all(said)).toEqual(await Promise.all(expected));
  for (const word of ['version', '--version']) {
    expect(await ask(join(ROOT, 'academy'), [word])).toEqual({ code: 0, text: `academy ${await release()}\n` });
  }
});
