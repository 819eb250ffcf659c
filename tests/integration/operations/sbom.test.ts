// The bill of materials that the build writes: out/sbom.cdx.json.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, test } from 'vitest';

import { ROOT } from '../../harness/cluster.ts';

const run = promisify(execFile);
const PROCESSES = ['auth', 'backup', 'catalog', 'edge', 'enrollment', 'presence'];
const HEX: Record<string, number> = { 'SHA-256': 64, 'SHA-512': 128 };

interface Hash {
  alg: string;
  content: string;
}
interface Component {
  type: string;
  name: string;
  group?: string;
  version?: string;
  purl: string;
  'bom-ref': string;
  scope: 'required' | 'excluded';
  hashes?: Hash[];
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
  components?: Component[];
}
interface Bill {
  bomFormat: string;
  specVersion: string;
  version: number;
  serialNumber?: string;
  metadata: { component: Component; timestamp?: string };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

let bill: Bill;
/** A pattern where the name has a version that differs between releases of Debian. */
const byName = (name: string | RegExp, kind = 'pkg:deb/') =>
  bill.components.find(
    (component) =>
      (typeof name === 'string' ? component.name === name : name.test(component.name)) &&
      component.purl.startsWith(kind),
  );
const read = async <T>(path: string) => JSON.parse(await readFile(join(ROOT, path), 'utf8')) as T;

async function hashOf(path: string): Promise<Hash> {
  const content = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  return { alg: 'SHA-256', content };
}

/** The packages that own the files; dpkg knows a library by one of the two names that its folder has. */
async function ownersOf(files: string[]): Promise<Map<string, string>> {
  const asked = files.flatMap((file) => [file, file.replace(/^\/usr/, '')]);
  const told = await run('dpkg', ['-S', ...asked]).catch((failure: { stdout: string }) => failure);
  const owners = new Map<string, string>();
  for (const line of told.stdout.split('\n')) {
    const [, name = '', path] = /^([^:]+)\S*: (\/.*)$/.exec(line) ?? [];
    if (path !== undefined) owners.set(await realpath(path), name);
  }
  return owners;
}

async function versionsOf(names: string[]): Promise<Map<string, string>> {
  const { stdout } = await run('dpkg-query', ['-W', '-f=${Package} ${Version}\n', ...new Set(names)]);
  return new Map(stdout.split('\n').map((line) => line.split(' ') as [string, string]));
}

beforeAll(async () => {
  bill = await read<Bill>('out/sbom.cdx.json');
});

describe('the form that CycloneDX 1.6 asks for', () => {
  test('is named, and what is described is the academy with its processes and its web app', () => {
    expect([bill.bomFormat, bill.specVersion, bill.version]).toEqual(['CycloneDX', '1.6', 1]);
    const { component } = bill.metadata;
    expect([component.type, component.name]).toEqual(['application', 'academy']);
    expect(component.components?.map(({ name }) => name)).toEqual([...PROCESSES, 'webapp']);
  });

  test('every component has a type, a name, a version and a package URL of its own', () => {
    const purls = bill.components.map(({ purl }) => purl);
    expect(purls.length).toBeGreaterThan(100);
    expect(new Set(purls).size).toBe(purls.length);
    for (const component of bill.components) {
      expect(component['bom-ref']).toBe(component.purl);
      expect(component.type).toBe('library');
      expect(component.name).not.toBe('');
      expect(component.version, component.purl).toMatch(/^\S+$/);
      expect(component.purl).toMatch(
        /^pkg:(?:deb\/[a-z]+|npm(?:\/%40[\w.-]+)?)\/[\w.+%-]+@[\w.:~%-]+(?:\?arch=\w+&distro=[\w.-]+)?$/,
      );
      expect(['required', 'excluded']).toContain(component.scope);
    }
  });

  test('hashes are as long as their algorithm makes them, and licences are identifiers, names or one expression', () => {
    const all = bill.components.flatMap((component) => [component, ...(component.components ?? [])]);
    const hashes = all.flatMap((component) => component.hashes ?? []);
    expect(hashes.length).toBeGreaterThan(100);
    for (const { alg, content } of hashes) expect(content).toMatch(new RegExp(`^[0-9a-f]{${String(HEX[alg])}}$`));
    for (const { licenses, purl } of bill.components) {
      if (licenses === undefined) continue;
      const expressions = licenses.filter((licence) => 'expression' in licence);
      expect(licenses.length, purl).toBe(expressions.length === 0 ? licenses.length : 1);
      for (const licence of licenses) {
        if ('expression' in licence) expect(licence.expression).not.toBe('');
        else expect(Object.keys(licence.license), purl).toHaveLength(1);
      }
    }
  });

  test('dependencies name what there is, each once', () => {
    const known = new Set(['academy', 'webapp', ...PROCESSES, ...bill.components.map(({ purl }) => purl)]);
    const refs = bill.dependencies.map(({ ref }) => ref);
    expect(refs).toEqual(['academy', ...PROCESSES, 'webapp']);
    for (const { ref, dependsOn } of bill.dependencies) {
      expect(dependsOn.length, ref).toBeGreaterThan(0);
      expect(new Set(dependsOn).size).toBe(dependsOn.length);
      for (const name of dependsOn) expect(known.has(name), `${ref} on ${name}`).toBe(true);
    }
  });
});

describe('what runs', () => {
  test('every library that the loader gives a process is there, with its package and its hash', async () => {
    const loaded = new Map<string, string[]>();
    for (const name of PROCESSES) {
      const { stdout } = await run('ldd', [join(ROOT, 'out/bin', name)]);
      const paths = [...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path ?? '');
      expect(paths.length).toBeGreaterThan(20);
      loaded.set(name, await Promise.all(paths.map((path) => realpath(path))));
    }
    const files = [...new Set([...loaded.values()].flat())];
    const owners = await ownersOf(files);
    const versions = await versionsOf([...owners.values()]);
    for (const file of files) {
      const owner = owners.get(file) ?? '';
      const found = bill.components.find(({ components }) => components?.some((inner) => inner.name === file));
      expect(found?.name, file).toBe(owner);
      expect(found?.version, owner).toBe(versions.get(owner));
      expect(found?.scope, owner).toBe('required');
      expect(found?.components?.find((inner) => inner.name === file)?.hashes).toEqual([await hashOf(file)]);
      for (const [name, paths] of loaded) {
        const needed = bill.dependencies.find(({ ref }) => ref === name)?.dependsOn;
        if (paths.includes(file)) expect(needed, `${file} of ${name}`).toContain(found?.purl);
      }
    }
    for (const name of PROCESSES) {
      const described = bill.metadata.component.components?.find((inner) => inner.name === name);
      expect(described?.hashes).toEqual([await hashOf(join(ROOT, 'out/bin', name))]);
    }
  });

  test("so are the programs that meet strangers' files, their libraries, and what is compiled in from headers", () => {
    for (const name of [
      'ffmpeg',
      /^libavcodec\d+$/,
      'openssl',
      'util-linux',
      'bash',
      'nlohmann-json3-dev',
      /^libboost[\d.]+-dev$/,
    ]) {
      expect(byName(name)?.scope, String(name)).toBe('required');
    }
    for (const name of ['bazel-bootstrap', 'chromium', 'libgtest-dev']) {
      // Machines that only build need no browser.
      expect(byName(name)?.scope ?? 'excluded', name).toBe('excluded');
    }
    expect(byName('bazel-bootstrap')).toBeDefined();
    expect(byName(/^libssl3(t64)?$/)?.licenses).toContainEqual({ license: { id: 'Apache-2.0' } });
  });
});

describe('what is sent to browsers', () => {
  test('is every dependency of the web app as package-lock.json has it, and what the build puts in besides', async () => {
    const { dependencies } = await read<{ dependencies: Record<string, string> }>('webapp/package.json');
    const { packages } = await read<{ packages: Record<string, { version: string; integrity: string }> }>(
      'package-lock.json',
    );
    // Development dependencies that the build puts into the style sheet and the page of the API.
    const names = [...Object.keys(dependencies), 'tailwindcss', 'swagger-ui-dist'];
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      const locked = packages[`webapp/node_modules/${name}`] ?? packages[`node_modules/${name}`];
      const purl = `pkg:npm/${name.replace('@', '%40')}@${String(locked?.version)}`;
      const found = bill.components.find((component) => component.purl === purl);
      expect(found?.scope, purl).toBe('required');
      const content = Buffer.from(locked?.integrity.replace('sha512-', '') ?? '', 'base64').toString('hex');
      expect(found?.hashes).toEqual([{ alg: 'SHA-512', content }]);
    }
    for (const name of await read<string[]>('out/web/.packages.json')) {
      expect(bill.components.find(({ purl }) => decodeURIComponent(purl) === `pkg:npm/${name}`)?.scope, name).toBe(
        'required',
      );
    }
  });

  test('is told apart from what only builds and tests it', () => {
    for (const name of ['vitest', 'eslint', 'typescript'])
      expect(byName(name, 'pkg:npm/')?.scope, name).toBe('excluded');
  });
});

test('the same build makes the same file, in any zone and language', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'academy-sbom-'));
  try {
    const made = [];
    for (const [name, TZ, LC_ALL] of [
      ['one', 'UTC', 'C'],
      ['two', 'Asia/Riyadh', 'C.UTF-8'],
    ] as const) {
      const env = { ...process.env, TZ, LC_ALL, SOURCE_DATE_EPOCH: '1800000000' };
      await run('node', ['tools/academy/sbom.mjs', join(folder, name)], { cwd: ROOT, env });
      made.push(await readFile(join(folder, name), 'utf8'));
    }
    expect(made[1]).toBe(made[0]);
    expect((JSON.parse(made[0] ?? '') as Bill).metadata.timestamp).toBe('2027-01-15T08:00:00.000Z');
    expect(bill.serialNumber).toBeUndefined();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
