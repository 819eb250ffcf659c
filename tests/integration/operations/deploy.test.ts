// The units and configurations that are shipped for the hosts of a cluster (docs/cluster.md): the programs that read them
// accept them, they confine the processes, and their flags are flags.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseEnv } from 'node:util';

import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';

import { ROOT } from '../../harness/cluster.ts';
import { rewrite } from '../../harness/servers/proxy.ts';
import { CertificateFolder } from '../../harness/servers/tls.ts';
import { allowedCalls, ask, Units } from '../../harness/servers/units.ts';

const NAMES = ['auth', 'catalog', 'enrollment', 'presence', 'edge', 'encoder'];
const HAVE_DATABASES = NAMES.slice(0, 4);
const RUN_FFMPEG = ['catalog', 'encoder'];
/** Tenths, as systemd-analyze takes it: 0 is confined, 100 is not at all. */
const EXPOSURE_LIMIT = '20';
/** The ports below 1024 and one unit for all processes cost a little. */
const PACKAGE_EXPOSURE_LIMIT = '25';

let units: Units;
let folder: string;

beforeAll(async () => {
  units = await Units.create();
  folder = await mkdtemp(join(tmpdir(), 'academy-'));
});
afterAll(async () => {
  await units?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const shipped = (name: string) => readFile(join(ROOT, 'deploy', name), 'utf8');

/** The words of a process's command line, its shipped FLAGS included. */
async function commandOf(name: string): Promise<string[]> {
  const [command = ''] = (await units.settings(name)).get('ExecStart') ?? [];
  return command.replace('$FLAGS', await units.flags(name)).split(/\s+/);
}

/** Seconds. */
const secondsOf = (text: string | undefined) => Number(/^(\d+)s$/.exec(text ?? '')?.[1]);

/** The flags of a program. */
async function knownFlags(name: string): Promise<Set<string>> {
  const { text } = await ask(join(ROOT, 'out/bin', name), ['--helpfull']);
  return new Set([...text.matchAll(/^\s+--(\w+) \(/gm)].map(([, flag = '']) => flag));
}

describe.each(NAMES)('the unit of %s', (name) => {
  const unit = `academy@${name}.service`;

  test('is one that systemd has nothing to say about', async () => {
    expect(await units.analyze('verify', '--man=no', unit, 'academy.target')).toEqual({ code: 0, text: '' });
  });

  test('confines the process', async () => {
    const { code, text } = await units.analyze('security', '--offline=yes', `--threshold=${EXPOSURE_LIMIT}`, unit);
    const [, level] = /Overall exposure level.*: ([\d.]+)/.exec(text) ?? [];
    console.info(`${unit}: exposure ${level}`);
    expect([code, text.includes('Overall exposure level')], text).toEqual([0, true]);
  });

  test('starts it with flags that it has', async () => {
    const [, ...flags] = await commandOf(name);
    const known = await knownFlags(name);
    expect(known.size).toBeGreaterThan(10);
    for (const flag of flags) {
      const [, word] = /^--(\w+)(=|$)/.exec(flag) ?? [];
      expect(word, flag).toBeDefined();
      expect(known, flag).toContain(word);
    }
  });

  test('passes it no secret on its command line, and only secrets of its own', async () => {
    const command = await commandOf(name);
    expect(command.join(' ')).not.toMatch(/:\/\/[^/\s]*:[^/\s]*@/);
    const loaded = (await units.settings(name)).get('LoadCredential') ?? [];
    const named = loaded.map((credential) => credential.split(':')[0]);
    const used = [...command.join(' ').matchAll(/%d\/(\w+)/g)].map(([, credential]) => credential);
    expect(used.sort()).toEqual(named.sort());
  });

  test('sends it SIGHUP only if it has a certificate, because otherwise that stops it', async () => {
    const [reload = ''] = (await units.settings(name)).get('ExecReload') ?? [];
    const hasCertificate = (await commandOf(name)).some((flag) => flag.startsWith('--grpc_tls='));
    expect(reload.includes('-HUP')).toBe(hasCertificate);
  });

  test('lets it drain for as long as its flags say', async () => {
    const command = await commandOf(name);
    const value = (flag: string) => command.find((word) => word.startsWith(`--${flag}=`))?.split('=')[1];
    const drain = secondsOf(value('drain_delay') ?? '0s') + secondsOf(value('drain_time') ?? '5s');
    const [stop] = (await units.settings(name)).get('TimeoutStopSec') ?? [];
    expect(secondsOf(stop)).toBeGreaterThan(drain + 5);
  });
});

describe.each(HAVE_DATABASES)('the job that migrates the database of %s', (name) => {
  const unit = `academy-migrate@${name}.service`;
  const settings = () => units.settings(name, 'academy-migrate');

  test('is one that systemd has nothing to say about', async () => {
    expect(await units.analyze('verify', '--man=no', unit)).toEqual({ code: 0, text: '' });
  });

  test('is confined, and no less than every service', async () => {
    const { code, text } = await units.analyze('security', '--offline=yes', `--threshold=${EXPOSURE_LIMIT}`, unit);
    expect([code, text.includes('Overall exposure level')], text).toEqual([0, true]);
    // What a service has for its life and for its drop-ins, not for its confinement.
    const ofALife =
      /^(Type|WorkingDirectory|EnvironmentFile|Exec|Restart|TimeoutStop|KillMode|Description|Documentation)/;
    const ofAUnit = /^(After|Wants|PartOf|WantedBy|StartLimit)/;
    // A service without a drop-in is the template itself.
    const confinement = [...(await units.settings('enrollment'))].filter(
      ([key]) => !ofALife.test(key) && !ofAUnit.test(key),
    );
    expect(confinement.length).toBeGreaterThan(30);
    const own = await settings();
    expect(confinement.map(([key]) => [key, own.get(key)])).toEqual(confinement);
  });

  test('runs the next release’s program with flags that it has, and ends', async () => {
    const own = await settings();
    expect(own.get('Type')).toEqual(['oneshot']);
    expect(await shipped('systemd/academy-migrate@.service')).toContain('\nExecStart=/opt/academy-next/out/bin/%i ');
    const [command = ''] = own.get('ExecStart') ?? [];
    const [, ...flags] = command.split(/\s+/);
    const known = await knownFlags(name);
    const names = flags.map((flag) => /^--(\w+)(=|$)/.exec(flag)?.[1] ?? flag);
    expect(names).toContain('migrate_only');
    expect(names.filter((flag) => !known.has(flag))).toEqual([]);
  });
});

describe('the unit of the package', () => {
  test('is one that systemd has nothing to say about', async () => {
    expect(await units.analyze('verify', '--man=no', 'academy.service')).toEqual({ code: 0, text: '' });
  });

  test('confines the academy', async () => {
    const words = ['security', '--offline=yes', `--threshold=${PACKAGE_EXPOSURE_LIMIT}`, 'academy.service'];
    const { code, text } = await units.analyze(...words);
    const [, level] = /Overall exposure level.*: ([\d.]+)/.exec(text) ?? [];
    console.info(`academy.service: exposure ${level}`);
    expect([code, text.includes('Overall exposure level')], text).toEqual([0, true]);
  });

  test('never runs it as root, and gives it no privilege but the ports of the web', async () => {
    const settings = await units.packaged();
    expect(settings.get('User')).toEqual(['academy']);
    expect(settings.get('CapabilityBoundingSet')).toEqual(['CAP_NET_BIND_SERVICE']);
    expect(settings.get('NoNewPrivileges')).toEqual(['yes']);
  });
});

describe.each([...RUN_FFMPEG, 'the package'])('ffmpeg of %s', (name) => {
  const settingsOf = () => (name === 'the package' ? units.packaged() : units.settings(name));

  test('is confined as without systemd: its namespaces, Landlock and every call of its own filter are allowed', async () => {
    const settings = await settingsOf();
    const allowed = await allowedCalls(settings.get('SystemCallFilter') ?? []);
    expect(settings.get('RestrictNamespaces')).toEqual(['user net pid']);
    for (const call of ['clone', 'landlock_create_ruleset', 'landlock_add_rule', 'landlock_restrict_self', 'prctl']) {
      expect(allowed, call).toContain(call);
    }
    const source = await readFile(join(ROOT, 'services/catalog/media/system_calls.cc'), 'utf8');
    const calls = new Set([...source.matchAll(/\bSYS_(\w+)/g)].map(([, call]) => call));
    expect(calls.size).toBeGreaterThan(50);
    expect([...calls].filter((call) => !allowed.has(call ?? ''))).toEqual([]);
  });

  test('gets no call by which a process becomes another user or loads a module', async () => {
    const allowed = await allowedCalls((await settingsOf()).get('SystemCallFilter') ?? []);
    for (const call of ['setuid', 'chroot', 'init_module', 'mount', 'ptrace', 'bpf'])
      expect(allowed).not.toContain(call);
  });
});

test('an edge knows every host’s replica of each service', async () => {
  const [hosts = '', flags] = [
    (await shipped('haproxy-edges.cfg')).match(/server h\d [\d.]+/g)?.join(' '),
    await units.flags('edge'),
  ];
  const addresses = [...new Set(hosts.match(/\d+(\.\d+){3}/g))];
  expect(addresses).toHaveLength(3);
  for (const [index, service] of ['auth', 'catalog', 'enrollment', 'presence'].entries()) {
    const listed = addresses.map((address) => `${address}:${50051 + index}`).join(',');
    expect(flags).toContain(`--${service}=ipv4:${listed}`);
  }
});

/** Which packages have files of these names. As `dpkg -S`, which takes minutes for so many. */
async function ownersOf(names: Set<string>): Promise<Map<string, string[]>> {
  const owners = new Map<string, string[]>();
  const folder = '/var/lib/dpkg/info';
  for (const file of await readdir(folder)) {
    const [, owner = ''] = /^([^:]+)(?::\w+)?\.list$/.exec(file) ?? [];
    if (!owner) continue;
    for (const path of (await readFile(join(folder, file), 'utf8')).split('\n')) {
      const name = basename(path);
      if (names.has(name)) owners.set(name, [...(owners.get(name) ?? []), owner]);
    }
  }
  return owners;
}

// They are those of Debian 12, which docs/cluster.md is for.
const { VERSION_ID } = parseEnv(await readFile('/etc/os-release', 'utf8'));
const testOnDebian12 = test.runIf(VERSION_ID === '12');
testOnDebian12('the packages of a host have every library that the programs are linked with', async () => {
  const listed = new Set((await shipped('libraries.txt')).split('\n'));
  const libraries = new Set<string>();
  for (const name of NAMES) {
    const { text } = await ask('objdump', ['-p', join(ROOT, 'out/bin', name)]);
    for (const [, library = ''] of text.matchAll(/^ *NEEDED +(\S+)$/gm)) libraries.add(library);
  }
  expect(libraries.size).toBeGreaterThan(10);
  const owners = await ownersOf(libraries);
  // What every Debian has, or comes with any of the others.
  const base = ['libc6', 'libgcc-s1'];
  for (const library of libraries) {
    const ofIt = owners.get(library) ?? [];
    expect(
      ofIt.some((owner) => listed.has(owner) || base.includes(owner)),
      `${library}: ${ofIt}`,
    ).toBe(true);
  }
});

describe('HAProxy', () => {
  test('accepts the files for the edges and for PostgreSQL, one after the other, as a host has them', async () => {
    const certificates = await CertificateFolder.create();
    try {
      const { certificate, key } = await certificates.make('proxy');
      const pem = join(folder, 'academy.pem');
      await writeFile(pem, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')));
      const edges = join(folder, 'haproxy.cfg');
      const changes = [['/etc/haproxy/academy.pem', pem]] as const;
      await writeFile(edges, rewrite(await shipped('haproxy-edges.cfg'), changes));
      const words = ['-c', '-V', '-f', edges, '-f', join(ROOT, 'deploy/haproxy-postgresql.cfg')];
      const { code, text } = await ask('/usr/sbin/haproxy', words);
      expect([code, text.trim()]).toEqual([0, 'Configuration file is valid']);
    } finally {
      await certificates.remove();
    }
  });
});

describe('Patroni', () => {
  test('commits on two hosts or not at all, and takes its lock by the version of etcd’s API that keeps it', async () => {
    const patroni = await shipped('patroni.yml');
    for (const line of ['synchronous_mode: true', 'synchronous_mode_strict: true', 'master_start_timeout: 0'])
      expect(patroni).toContain(`    ${line}\n`);
    expect(patroni).toMatch(/^etcd:\n/m);
    expect(patroni).not.toMatch(/^etcd3:/m);
    expect(patroni).not.toMatch(/\btrust\b|hostnossl|^ *- host /m);
    expect(await shipped('etcd.env')).toMatch(/^ETCD_ENABLE_V2=true$/m);
  });
});

describe('the Helm chart', () => {
  // `./academy test helm` renders it.
  const templates = async () => {
    const files = await readdir(join(ROOT, 'deploy/helm/academy/templates'));
    const texts = files.map(async (file) => [file, await shipped(`helm/academy/templates/${file}`)] as const);
    return new Map(await Promise.all(texts));
  };

  test('starts the programs with flags that they have', async () => {
    const all = await templates();
    const of = { 'edge.yaml': ['edge'], 'encoder.yaml': ['encoder'], 'services.yaml': NAMES.slice(0, 4) };
    for (const [file, names] of Object.entries(of)) {
      const known = new Set((await Promise.all(names.map(knownFlags))).flatMap((flags) => [...flags]));
      const flags = [...(all.get(file) ?? '').matchAll(/^ +- --(\w+)/gm)].map(([, flag]) => flag);
      expect(flags.length, file).toBeGreaterThan(4);
      expect(
        flags.filter((flag) => !known.has(flag ?? '')),
        file,
      ).toEqual([]);
    }
  });

  test('has values that its schema accepts, and uses all of them', async () => {
    const values = parse(await shipped('helm/academy/values.yaml')) as Record<string, unknown>;
    const accepts = new Ajv({ allowUnionTypes: true }).compile(
      JSON.parse(await shipped('helm/academy/values.schema.json')) as object,
    );
    expect([accepts(values), accepts.errors]).toEqual([true, null]);
    expect(accepts({ ...values, unknown: 1 })).toBe(false);
    const text = [...(await templates()).values()].join('\n');
    // The processes' own are found by name.
    const unused = Object.keys(values).filter((key) => !NAMES.includes(key) && !text.includes(`.Values.${key}`));
    expect(unused).toEqual([]);
  });
});

describe('nginx', () => {
  const accepts = async (home: string, sites: Readonly<Record<string, string>>) => {
    await mkdir(home);
    for (const [name, site] of Object.entries(sites)) await writeFile(join(home, name), site);
    const includes = Object.keys(sites).map((name) => `include ${home}/${name};`);
    const main = `pid ${home}/pid; error_log stderr; events {} http { access_log off; ${includes.join(' ')} }`;
    await writeFile(join(home, 'nginx.conf'), main);
    const { code, text } = await ask('/usr/sbin/nginx', ['-t', '-e', 'stderr', '-p', home, '-c', `${home}/nginx.conf`]);
    expect([code, text]).toEqual([0, expect.stringContaining('test is successful')]);
    expect(text).not.toContain('[warn]');
  };
  // nginx looks names up when it reads them.
  const STORE = ['server store.example:443', 'server 127.0.0.1:443'] as const;

  test('accepts the cache and the videos, as a host has them', async () => {
    const home = join(folder, 'host');
    await accepts(home, {
      'academy-cache.conf': rewrite(await shipped('nginx-cache.conf'), [['/var/cache/nginx', home]]),
      'academy-video.conf': rewrite(await shipped('nginx-video.conf'), [
        ['/var/cache/nginx', home],
        ['/var/log/nginx', home],
        STORE,
      ]),
    });
  });

  test('accepts a machine of a delivery network', async () => {
    const certificates = await CertificateFolder.create();
    try {
      const { certificate, key } = await certificates.make('cdn');
      const home = join(folder, 'cdn');
      await accepts(home, {
        'academy-cdn.conf': rewrite(await shipped('nginx-cdn.conf'), [
          [/ *listen \[::\].*\n/, ''],
          ['/etc/letsencrypt/live/cdn.example/fullchain.pem', certificate],
          ['/etc/letsencrypt/live/cdn.example/privkey.pem', key],
          ['/var/cache/nginx', home],
          ['/var/log/nginx', home],
          STORE,
        ]),
      });
    } finally {
      await certificates.remove();
    }
  });
});
