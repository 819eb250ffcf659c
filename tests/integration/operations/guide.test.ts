// Every command in docs/guide is run: those for a clone and for an academy here, those for a machine with the package in
// tests/package. A command that stands in neither list fails here.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Cluster, ROOT } from '../../harness/cluster.ts';
import { guideBlocks, guideCommands, guideFiles, readGuideFile } from '../../harness/guide.mjs';
import { ask } from '../../harness/servers/units.ts';
import { until } from '../../harness/until.ts';

const PROGRAM = /^(?:\.\/academy|academyctl|apt|systemctl|journalctl|curl)(?: |$)/;
/** Commands in sentences that blocks have in another form, or that another test runs. */
const ELSEWHERE = new Map([
  ['./academy run', 'every test of this folder'],
  ['academyctl doctor', 'the tests of doctor'],
]);
/** The demonstration fills itself in a minute or two. */
const DEMO_MS = 300_000;
const ADDRESS = 'http://127.0.0.1:8080';

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '');
const commands = () =>
  guideBlocks()
    .filter(({ kind }) => kind !== 'conf')
    .flatMap(({ text }) => linesOf(text));

test('every block says where it is run, and is the same in every language', () => {
  expect(guideBlocks().length).toBeGreaterThan(0);
  for (const kind of ['package', 'clone', 'academy', 'tests'] as const) {
    expect(guideCommands(kind).size, kind).toBeGreaterThan(0);
  }
});

test('a command in a sentence is run too', () => {
  const known = commands();
  const unknown = guideFiles().flatMap((file) => {
    const prose = readGuideFile(file).replace(/^```[^]*?^```$/gm, '');
    return [...prose.matchAll(/`([^`\n]+)`/g)]
      .map(([, code = '']) => code.trim())
      .filter((code) => PROGRAM.test(code) && !ELSEWHERE.has(code))
      .filter((code) => !known.includes(code))
      .map((code) => `${file}: ${code}`);
  });
  expect(unknown).toEqual([]);
});

test('every setting in the guide exists', async () => {
  const shipped = await readFile(join(ROOT, 'deploy/package/academy.conf'), 'utf8');
  const names = new Set([...shipped.matchAll(/^#?([a-z0-9-]+) = /gm)].map(([, name]) => name));
  const used = guideBlocks()
    .filter(({ kind }) => kind === 'conf')
    .flatMap(({ text }) => linesOf(text));
  expect(used.length).toBeGreaterThan(0);
  for (const line of used) expect(names, line).toContain(/^([a-z0-9-]+) = ./.exec(line)?.[1]);
});

test('the commands for a machine with the package are run by tests/package', async () => {
  const runs = await readFile(join(ROOT, 'tests/package/inside.mjs'), 'utf8');
  const names = [...runs.matchAll(/this\.guide\('([a-z-]+)'\)/g)].map(([, name]) => name);
  expect(names.toSorted()).toEqual([...guideCommands('package').keys()].toSorted());
});

test('the parts of the tests that the guide names exist', async () => {
  const { text: help } = await ask(join(ROOT, 'academy'), ['help']);
  for (const line of linesOf(guideCommands('tests').get('') ?? '')) {
    const parts = /^\.\/academy test((?: [a-z0-9]+)*)$/.exec(line)?.[1]?.split(' ').filter(Boolean);
    expect(parts, line).toBeDefined();
    for (const part of parts ?? []) expect(help).toMatch(new RegExp(`^    ${part} `, 'm'));
  }
});

describe('in a clone', () => {
  let folder: string;
  let cluster: Cluster;

  beforeAll(async () => {
    // As the guide's, with the ports and the folder of a test.
    for (const name of ['demo', 'try']) expect(guideCommands('clone').get(name)).toBe('./academy run --demo');
    folder = await mkdtemp(join(tmpdir(), 'academy-guide-'));
    cluster = await Cluster.start({ flags: ['--demo'] });
    await symlink(join(ROOT, 'academy'), join(folder, 'academy'));
    await symlink(cluster.data, join(folder, 'data'));
  });
  afterAll(async () => {
    await cluster?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  /** Runs the text in a shell, as it stands, in a folder with the command and the data. */
  const run = async (text: string) => {
    const script = text.replaceAll(ADDRESS, cluster.url);
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: folder,
      maxBuffer: 1 << 26,
    });
    return stdout;
  };

  test(
    './academy run --demo prints the sign-ins, and shows the mails',
    async () => {
      await until('the sign-ins', () => cluster.lines.includes('demo: ready:'), DEMO_MS);
      expect(cluster.lines.join('\n')).toMatch(/^manager +http.*\/admin +\S+@\S+ +\S+$/m);
      expect((await fetch(`${cluster.url}/dev/mail`)).status).toBe(200);
    },
    DEMO_MS,
  );

  const others = [...guideCommands('clone'), ...guideCommands('academy')].filter(
    ([name]) => name !== 'demo' && name !== 'try',
  );
  test.each(others)(
    '%s',
    async (_, text) => {
      expect((await run(text)).length).toBeGreaterThan(0);
    },
    DEMO_MS,
  );
});
