// sbom.mjs FILE: writes the bill of materials of what was built, CycloneDX 1.6, to FILE.
//
// A component is `required` when the running academy links it, is compiled from its headers, runs it or sends it to
// browsers, and `excluded` when it only builds or tests the academy. The same packages, binaries and commit make the same
// file.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';

const PROCESSES = ['auth', 'backup', 'catalog', 'edge', 'enrollment', 'presence'];
// What starts and supervises the processes, what encodes and what asks whether they are ready.
const PROGRAMS = ['bash', 'ffmpeg', 'ffprobe', 'flock', 'openssl', 'setpriv', 'setsid'];
// Their headers are in tests only.
const TEST_LIBRARIES = new Set(['libgtest-dev', 'libgmock-dev', 'libbenchmark-dev']);
// npm packages whose source a binary is built with (bazel/argon2.BUILD).
const BUILT_IN = new Map([['argon2', 'auth']]);
const SPDX = new Map(
  Object.entries({
    'apache-2': 'Apache-2.0',
    artistic: 'Artistic-1.0-Perl',
    'bsd-2': 'BSD-2-Clause',
    'bsd-3': 'BSD-3-Clause',
    bsl: 'BSL-1.0',
    cc0: 'CC0-1.0',
    expat: 'MIT',
    'gfdl-1.3+': 'GFDL-1.3-or-later',
    'gpl-1': 'GPL-1.0-only',
    'gpl-1+': 'GPL-1.0-or-later',
    'gpl-2': 'GPL-2.0-only',
    'gpl-2+': 'GPL-2.0-or-later',
    'gpl-2.0': 'GPL-2.0-only',
    'gpl-2.0+': 'GPL-2.0-or-later',
    'gpl-3': 'GPL-3.0-only',
    'gpl-3+': 'GPL-3.0-or-later',
    'lgpl-2': 'LGPL-2.0-only',
    'lgpl-2+': 'LGPL-2.0-or-later',
    'lgpl-2.0+': 'LGPL-2.0-or-later',
    'lgpl-2.1': 'LGPL-2.1-only',
    'lgpl-2.1+': 'LGPL-2.1-or-later',
    'lgpl-3': 'LGPL-3.0-only',
    'lgpl-3+': 'LGPL-3.0-or-later',
    'openldap-2.8': 'OLDAP-2.8',
    ...Object.fromEntries(
      [
        ...[
          '0BSD',
          'Apache-2.0',
          'BSD-1-Clause',
          'BSD-2-Clause',
          'BSD-3-Clause',
          'BSD-4-Clause',
          'BSL-1.0',
          'CC-BY-4.0',
        ],
        ...[
          'CC0-1.0',
          'curl',
          'FSFAP',
          'FSFULLR',
          'FTL',
          'ISC',
          'MIT',
          'MIT-0',
          'MPL-1.1',
          'MPL-2.0',
          'OFL-1.1',
          'OpenSSL',
        ],
        ...['PostgreSQL', 'Python-2.0', 'Unlicense', 'WTFPL', 'X11', 'Zlib', 'BlueOak-1.0.0', 'CC-BY-3.0', 'MITNFA'],
      ].map((id) => [id.toLowerCase(), id]),
    ),
  }),
);

const run = (program, ...given) =>
  execFileSync(program, given, { encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] });
const lines = (text) => text.split('\n').filter((line) => line !== '');
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const sorted = (texts) => [...new Set(texts)].sort(byText);
const sha256 = (path) => ({ alg: 'SHA-256', content: createHash('sha256').update(readFileSync(path)).digest('hex') });
/** Which Debian packages building, running ... need: the lists of tools/packages. */
const listed = (list) =>
  lines(readFileSync(`tools/packages/${list}.txt`, 'utf8'))
    .map((line) => line.replace(/#.*/, '').trim())
    .filter(Boolean);

function gitOr(missing, ...given) {
  try {
    return run('git', '--no-optional-locks', ...given).trim();
  } catch {
    return missing;
  }
}

/** What is known of the installed package files, by path: dpkg may know /usr/lib/x as /lib/x. */
function ownersOf(paths) {
  const asked = sorted(paths.flatMap((path) => [path, path.replace(/^\/usr(?=\/(?:lib|bin|sbin))/, '')]));
  let told;
  try {
    told = run('dpkg', '-S', ...asked);
  } catch (error) {
    // It fails where one path has no owner, and still tells those of the others.
    told = error.stdout;
  }
  const owners = new Map();
  for (const line of lines(told)) {
    const [, name, path] = /^([^,\s]+?)(?:, .*)?: (\/.*)$/.exec(line) ?? [];
    if (name !== undefined) owners.set(realpathSync(path), name.replace(/:.*/, ''));
  }
  return owners;
}

/** The shared libraries that the loader gives a program. */
const librariesOf = (program) =>
  sorted([...run('ldd', program).matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)].map(([, path]) => realpathSync(path)));

const FIELDS = ['Package', 'Version', 'Architecture', 'source:Package', 'source:Version', 'Maintainer', 'Depends'];

/** dpkg's record of each installed package of this machine, by name. */
function installedPackages() {
  const format = `\${db:Status-Abbrev}\t${FIELDS.map((field) => `\${${field}}`).join('\t')}\n`;
  const packages = new Map();
  for (const line of lines(run('dpkg-query', '-W', `-f=${format}`))) {
    const [status, name, version, arch, source, sourceVersion, maintainer, depends] = line.split('\t');
    if (!status.startsWith('ii')) continue;
    packages.set(name, { name, version, arch, source, sourceVersion, maintainer, depends });
  }
  return packages;
}

const SPDX_IDS = new Set(SPDX.values());

/** Licences as a list of CycloneDX: SPDX's name of each where it has one. */
function licencesOf(names) {
  const found = sorted(names.map((name) => SPDX.get(name.toLowerCase()) ?? name));
  return found.map((name) => ({ license: SPDX_IDS.has(name) ? { id: name } : { name } }));
}

/** From the package's copyright file, where that is made for machines. */
function debianLicences(name) {
  const path = `/usr/share/doc/${name}/copyright`;
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  if (!/^Format:.*copyright-format/im.test(text.slice(0, 2000))) return [];
  const terms = [...text.matchAll(/^License:[ \t]*(\S.*)$/gm)].flatMap(([, name]) =>
    name.split(/,?\s+(?:and|or)\s+|,\s*/),
  );
  return licencesOf(terms.map((term) => term.trim()).filter(Boolean));
}

const system = Object.fromEntries(
  lines(existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '').map((line) =>
    line.replace(/"/g, '').split('=', 2),
  ),
);
// The version's colon may stand as it is.
const purlText = (text) => encodeURIComponent(text).replace(/%3A/g, ':');

/** Components by purl, each with what it is for. */
class Components {
  #found = new Map();

  add(component, use, required) {
    const known = this.#found.get(component.purl) ?? { component, uses: new Set(), required: false, files: new Map() };
    known.uses.add(use);
    known.required ||= required;
    this.#found.set(component.purl, known);
    return known;
  }

  list() {
    return [...this.#found.values()]
      .map(({ component, uses, required, files }) => ({
        type: component.type ?? 'library',
        'bom-ref': component.purl,
        ...(component.supplier && { supplier: { name: component.supplier } }),
        ...(component.group && { group: component.group }),
        name: component.name,
        ...(component.version && { version: component.version }),
        scope: required ? 'required' : 'excluded',
        ...(component.hashes && { hashes: component.hashes }),
        ...(component.licenses?.length && { licenses: component.licenses }),
        purl: component.purl,
        properties: [
          ...[...uses].sort(byText).map((value) => ({ name: 'academy:use', value })),
          ...(component.source ? [{ name: 'debian:source', value: component.source }] : []),
        ],
        ...(files.size && {
          components: [...files]
            .sort(([a], [b]) => byText(a, b))
            .map(([name, hash]) => ({ type: 'file', name, hashes: [hash] })),
        }),
      }))
      .sort((a, b) => byText(a.purl, b.purl));
  }
}

class Debian {
  #installed = installedPackages();
  #components;

  constructor(components) {
    this.#components = components;
  }

  /** Adds the package called `name`; undefined when it is not installed. */
  add(name, use, required) {
    const found = this.#installed.get(name);
    if (found === undefined) return undefined;
    const purl = `pkg:deb/${system.ID}/${purlText(found.name)}@${purlText(found.version)}?arch=${found.arch}&distro=${system.ID}-${system.VERSION_ID}`;
    const component = {
      name: found.name,
      version: found.version,
      supplier: found.maintainer.replace(/\s*<.*/, ''),
      licenses: debianLicences(found.name),
      source: `${found.source} ${found.sourceVersion}`,
      purl,
    };
    return this.#components.add(component, use, required);
  }

  /** Adds the packages of `files`, each with its hash; gives the purls. */
  addFiles(files, use, owners) {
    return sorted(
      files.map((path) => {
        const owner = owners.get(path);
        // What no package brought is a component of its own.
        const added =
          (owner && this.add(owner, use, true)) ??
          this.#components.add({ name: basename(path), purl: `pkg:generic/${purlText(basename(path))}` }, use, true);
        added.files.set(path, sha256(path));
        return added.component.purl;
      }),
    );
  }

  /** A -dev package and those that its headers include. */
  addHeaders(name, seen = new Set()) {
    if (seen.has(name) || this.add(name, 'headers', true) === undefined) return;
    seen.add(name);
    for (const [depends] of this.#installed.get(name).depends.matchAll(/[a-z0-9][a-z0-9+.-]*-dev(?![a-z0-9+.-])/g)) {
      this.addHeaders(depends, seen);
    }
  }
}

function addNpm(components) {
  const shipped = new Set(readJson('out/web/.packages.json'));
  for (const [path, found] of Object.entries(readJson('package-lock.json').packages)) {
    // Workspaces are the project itself.
    if (!path.includes('node_modules/') || found.link) continue;
    const name = found.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const [group, rest] = name.startsWith('@') ? name.split('/') : [undefined, name];
    const bundled = shipped.delete(`${name}@${found.version}`);
    const [, sha512] = /^sha512-(\S+)/.exec(found.integrity ?? '') ?? [];
    const component = {
      ...{ group, name: rest, version: found.version },
      ...(sha512 && { hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }] }),
      licenses: npmLicences(found.license),
      purl: `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ''}${rest}@${purlText(found.version)}`,
    };
    if (BUILT_IN.has(name)) {
      components.add(component, `built into ${BUILT_IN.get(name)}`, true);
      continue;
    }
    const use = bundled ? 'web app' : found.dev || found.devOptional ? 'development' : 'dependency of the web app';
    components.add(component, use, bundled || !(found.dev || found.devOptional));
  }
  if (shipped.size > 0)
    throw new Error(`the web app holds what package-lock.json does not name: ${[...shipped].join(', ')}`);
}

function npmLicences(told) {
  if (typeof told !== 'string') return [];
  return /\s(?:OR|AND|WITH)\s/.test(told) ? [{ expression: told.replace(/^\((.*)\)$/, '$1') }] : licencesOf([told]);
}

function bill() {
  const components = new Components();
  const debian = new Debian(components);
  const programs = new Map(PROGRAMS.map((name) => [name, realpathSync(run('which', name).trim())]));
  const binaries = new Map(PROCESSES.map((name) => [name, `out/bin/${name}`]));
  const libraries = new Map([...binaries, ...programs].map(([name, path]) => [name, librariesOf(path)]));
  const owners = ownersOf([...programs.values(), ...[...libraries.values()].flat()]);

  const dependencies = [];
  for (const name of PROCESSES) {
    dependencies.push({ ref: name, dependsOn: debian.addFiles(libraries.get(name), `linked by ${name}`, owners) });
  }
  for (const [name, path] of programs) debian.addFiles([path, ...libraries.get(name)], `run: ${name}`, owners);
  for (const name of listed('run')) debian.add(name, 'run', true);
  for (const name of listed('build')) {
    if (name.endsWith('-dev') && !TEST_LIBRARIES.has(name)) debian.addHeaders(name);
    else debian.add(name, 'build', false);
  }
  for (const name of [...listed('test'), ...listed('bench')]) debian.add(name, 'test', false);
  addNpm(components);

  const commit = gitOr('', 'describe', '--always', '--dirty', '--abbrev=12');
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? gitOr('0', 'log', '-1', '--format=%ct'));
  const list = components.list();
  const ofNpm = list.filter(({ scope, purl }) => scope === 'required' && purl.startsWith('pkg:npm/'));
  const webApp = ofNpm.filter(({ name }) => !BUILT_IN.has(name));
  for (const { name, purl } of ofNpm) {
    if (BUILT_IN.has(name)) dependencies.find(({ ref }) => ref === BUILT_IN.get(name)).dependsOn.push(purl);
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      ...(seconds > 0 && { timestamp: new Date(seconds * 1000).toISOString() }),
      component: {
        ...{ type: 'application', 'bom-ref': 'academy', name: 'academy', ...(commit && { version: commit }) },
        components: [
          ...[...binaries].map(([name, path]) => ({
            type: 'application',
            'bom-ref': name,
            name,
            hashes: [sha256(path)],
          })),
          { type: 'application', 'bom-ref': 'webapp', name: 'webapp' },
        ],
      },
    },
    components: list,
    dependencies: [
      { ref: 'academy', dependsOn: [...PROCESSES, 'webapp'] },
      ...dependencies,
      { ref: 'webapp', dependsOn: webApp.map(({ purl }) => purl) },
    ],
  };
}

const file = process.argv[2];
writeFileSync(`${file}.new`, `${JSON.stringify(bill(), null, 2)}\n`);
renameSync(`${file}.new`, file);
