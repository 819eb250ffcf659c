// A run, in its namespaces: a machine that makes the package, an empty one, and what an owner does with it there.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { until } from '../cluster/until.mjs';
import { get } from '../deploy/get.mjs';
import { addressOf, Hosts, makeNetwork, makeTree, waitedForPackages } from '../deploy/hosts.mjs';
import { certificateIn, Journey, MANAGER, URL_OF_ALL } from '../deploy/journey.mjs';
import { endedForMemory, limitedTo, makeMemoryGroup } from '../deploy/limits.mjs';
import { carryOut, Run } from '../deploy/run.mjs';
import { guideCommands } from '../harness/guide.mjs';
import { Builder } from './builder.mjs';

const HOST = 'h1';
const ASK_PAUSE_MS = 20;
const ASK_MS = 1000;
const READY_MS = 60_000;
/** Until memory is what an idle academy has: passwords are hashed in memory that is kept for up to 20 s. */
const IDLE_MS = 45_000;
/** What the machine has, with one processor. */
const MEMORY_BYTES = 2 ** 30;
/** The aims. */
const PROMISED_MINUTES = 5;
const PROMISED_MB = 250;
const OK = 200;
const [INSTALL, OPEN, USE] = [
  'apt installs it, and it is ready',
  'it is opened by its settings, with HTTPS on port 443',
  'a manager with the setup code, a course, a learner, a video that plays',
];

/** Returns the exit code. Ends early when the input does. */
export const inside = (flags, folder) => carryOut(new Installation(flags, folder));

const expect = (right, what) => {
  if (!right) throw new Error(what);
};
const mb = (kib) => `${Math.round((kib * 1024) / 1e6)} MB`;

/** Names of packages in the guide. */
const PACKAGE = /\.\/(academy_\S+\.deb)/;
/** A manager's address in the guide. */
const SOMEBODY = 'mona@academy.example';

class Installation extends Run {
  /** What the guide's readers type, by name. */
  commands = guideCommands('package');
  typed = new Set();

  constructor(flags, folder) {
    super(`package on Debian ${flags.debian}`, flags, folder);
  }

  async prepare() {
    await makeNetwork(this.folder);
    const { debian, tree = join(this.folder, 'tree'), builder = tree } = this.flags;
    for (const each of [tree, builder]) await makeTree(each, debian, ['systemd']);
    this.hosts = new Hosts(this.folder, tree, debian);
    // Browsers find the machine by the academy's name.
    const names = join(this.folder, 'hosts');
    writeFileSync(names, `127.0.0.1 localhost\n${addressOf(HOST)} academy.example\n`);
    execFileSync('mount', ['--bind', names, '/etc/hosts']);
    this.journey = new Journey(this.folder);
  }

  /** Makes the packages, unless they are given; returns whether they are there. */
  async #made() {
    const { package: given, next } = this.flags;
    this.files = { package: given ?? join(this.folder, 'academy.deb'), next: next ?? join(this.folder, 'next.deb') };
    if (given) return true;
    const builder = new Builder(this);
    const started = await this.check('a machine that builds', () => builder.start());
    if (!started || !(await builder.makeAll(this.files))) return false;
    await builder.end();
    return true;
  }

  /** The empty machine, as small as the aim says where this machine can make it so. */
  async #boot() {
    let limits;
    let said = '1 GiB of memory, one processor';
    try {
      this.group = makeMemoryGroup(basename(this.folder), MEMORY_BYTES);
      limits = limitedTo(this.group);
    } catch (error) {
      said = `as large as this machine, because memory cannot be limited: ${error.message}`;
    }
    this.hosts.make(HOST, limits);
    await this.hosts.boot(HOST);
    this.root = this.hosts.rootOf(HOST);
    for (const [name, file] of [
      ['install', this.files.package],
      ['upgrade', this.files.next],
    ])
      copyFileSync(file, join(this.root, 'root', PACKAGE.exec(this.commands.get(name))[1]));
    copyFileSync(this.files.next, join(this.root, 'root/next.deb'));
    // As somebody who says yes to apt, and wants no more than what is needed.
    writeFileSync(
      join(this.root, 'etc/apt/apt.conf.d/90answers'),
      'APT::Get::Assume-Yes "true";\nAPT::Install-Recommends "false";\n',
    );
    await this.on('apt-get update');
    return said;
  }

  /** What a shell of the machine's root says to `text`; it must end with `code`. */
  on(text, code = 0) {
    const env = { LANG: 'C.UTF-8', DEBIAN_FRONTEND: 'noninteractive' };
    return this.shell(this.hosts.on(HOST), text, { env, code });
  }

  /** Types a block of the guide as it stands there; it must succeed. Returns what was said. */
  guide(name) {
    this.typed.add(name);
    return this.on(`cd /root\n${this.commands.get(name).replaceAll(SOMEBODY, MANAGER.email)}`);
  }

  async all() {
    if (!(await this.#made()) || !(await this.check('an empty machine', () => this.#boot()))) return;
    if (!(await this.check(INSTALL, () => this.#install()))) return this.#why();
    await this.check('an idle academy', () => this.#idle());
    await this.check('status, version, help and what is refused', () => this.#ask());
    if (!(await this.check(OPEN, () => this.#open()))) return this.#why();
    if (!(await this.check(USE, () => this.#use()))) return this.#why();
    const seconds = [INSTALL, OPEN, USE].map((what) => this.passed.get(what)).reduce((all, each) => all + each);
    console.log(`    From apt install to the first lesson watched: ${seconds.toFixed(1)} s`);
    await this.check('wrong settings are refused, once, with their line', () => this.#wrongSettings());
    await this.check('backup and restore', () => this.#backup());
    await this.check('upgrade to a higher version', () => this.#upgrade());
    await this.check('remove keeps everything else, and the next installation goes on with it', () => this.#remove());
    await this.check('purge keeps the data, and says so', () => this.#purge());
    await this.check('every command of the guide', () => {
      const left = [...this.commands.keys()].filter((name) => !this.typed.has(name));
      expect(left.length === 0, `nothing has run ${left.join(', ')}`);
    });
    if (this.group)
      await this.check('nothing was ended for want of memory', () =>
        expect(endedForMemory(this.group) === 0, 'it was'),
      );
  }

  /** package -> KiB, of what is installed. */
  async #installed() {
    const said = await this.on("dpkg-query -W -f='${db:Status-Abbrev} ${Package} ${Installed-Size}\\n'");
    const lines = said.split('\n').map((line) => line.trim().split(/\s+/));
    return new Map(lines.filter(([state]) => state === 'ii').map(([, name, size]) => [name, Number(size)]));
  }

  async #install() {
    const before = await this.#installed();
    const simulated = await this.on('apt-get install --no-install-recommends --simulate ffmpeg');
    const ffmpegs = new Set([...simulated.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name));
    const waited = await waitedForPackages();
    const begun = performance.now();
    await this.guide('install');
    const seconds = (performance.now() - begun) / 1000;
    const { ms, bytes } = await waitedForPackages();
    await this.on('systemctl is-active academy');
    await this.guide('status');
    const added = [...(await this.#installed())].filter(([name]) => !before.has(name));
    const sum = (list) => list.reduce((all, [, size]) => all + size, 0);
    const beside = added.filter(([name]) => !ffmpegs.has(name));
    const own = Object.fromEntries(added).academy;
    console.log(
      `    From apt install to ready: ${seconds.toFixed(1)} s, of which packages came for ${((ms - waited.ms) / 1000).toFixed(1)} s (${((bytes - waited.bytes) / 1e6).toFixed(0)} MB)`,
    );
    console.log(
      `    Installed: ${mb(sum(added))} in ${added.length} packages, ${mb(sum(beside))} in ${beside.length} without ffmpeg's; the academy's own ${mb(own)}`,
    );
    expect(seconds < PROMISED_MINUTES * 60, `${seconds} s`);
    expect(sum(beside) * 1024 < PROMISED_MB * 1e6, `${mb(sum(beside))} beside ffmpeg's packages`);
  }

  /** The memory of all processes of the user: what each has for itself, and its share of what several have. */
  async #idle() {
    await pause(IDLE_MS);
    const script = `for pid in $(ps -u academy -o pid= 2>/dev/null || grep -l "^Uid:.*\\b$(id -u academy)\\b" /proc/[0-9]*/status | tr -dc '0-9\\n'); do
      printf '%s %s\\n' "$(tr '\\0' ' ' </proc/$pid/cmdline | cut -d' ' -f1-2)" "$(grep ^Pss: /proc/$pid/smaps_rollup | tr -dc 0-9)"; done`;
    const lines = (await this.on(script)).trim().split('\n');
    const processes = lines.map((line) => [line.split(' ')[0].split('/').at(-1), Number(line.split(' ').at(-1))]);
    for (const [name, kib] of processes) console.log(`    ${name}: ${(kib / 1024).toFixed(1)} MiB`);
    return `${mb(processes.reduce((all, [, kib]) => all + kib, 0))} in ${processes.length} processes`;
  }

  async #ask() {
    const status = await this.on('academyctl status');
    for (const line of [
      /^ready: yes$/m,
      /^address: http:\/\/127\.0\.0\.1:8080$/m,
      /^setup code for the first manager: \S+$/m,
    ])
      expect(line.test(status), `status lacks ${line}`);
    expect(/^academy \d+\.\d+\.\d+$/.test((await this.on('academyctl version')).trim()), 'version');
    expect((await this.on('academyctl help')).includes('academyctl backup'), 'help');
    const { version } = { version: (await this.on('academyctl version')).trim().split(' ')[1] };
    expect((await this.on('/usr/lib/academy/bin/edge --version')).trim() === `edge (Academy) ${version}`, '--version');
    for (const [words, fix] of [
      ['prove', 'in a clone'],
      ['upgrade', 'academyctl upgrade ./academy_'],
      ['upgrade /etc/passwd', 'is no package of the academy'],
      ['run --conf /etc/academy/academy.conf', 'never runs as root'],
      ['nothing', 'academyctl help'],
    ])
      expect((await this.on(`academyctl ${words}`, 1)).includes(fix), words);
    expect(
      (await this.on('setpriv --reuid=65534 --clear-groups academyctl status', 1)).includes('sudo academyctl'),
      'another user',
    );
    await this.#doctor();
    const asked = await this.guide('help');
    expect(asked.includes('second-factor') && asked.includes('Audit trail is whole'), 'keys and audit');
    expect((await this.guide('version')).trim() === `academy ${version}`, 'version again');
    await this.guide('trouble');
    const owners = await this.on('find /var/lib/academy ! -user academy');
    expect(owners === '', `root's files in the data folder: ${owners}`);
    expect((await this.on('stat -c "%a %U" /etc/academy/secrets')).trim() === '700 root', 'the folder of secrets');
    const licences = await this.on(
      'exec 3<>/dev/tcp/127.0.0.1/8080; printf "GET /licenses HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n" >&3; cat <&3',
    );
    expect(licences.startsWith('HTTP/1.1 200') && licences.includes('argon2'), '/licenses');
  }

  /** As root, and as the academy's user, who sees no secrets. */
  async #doctor() {
    const as = 'setpriv --reuid=academy --regid=academy --init-groups';
    for (const said of [
      await this.on('academyctl doctor --audit'),
      await this.on(`cd / && ${as} academyctl doctor --audit`),
    ])
      for (const check of ['settings', 'secrets', 'processes', 'versions', 'ports', 'store', 'database-auth', 'audit'])
        expect(new RegExp(`^ok +${check}: `, 'm').test(said), `the doctor says of ${check}: ${said}`);
    await this.on('chmod 755 /etc/academy/secrets');
    const exposed = await this.on('academyctl doctor', 1);
    expect(/^wrong +secrets: others than root can get at \/etc\/academy\/secrets\. Fix: /m.test(exposed), exposed);
    await this.on('chmod 700 /etc/academy/secrets');
  }

  #settings(text) {
    writeFileSync(join(this.root, 'etc/academy/academy.conf'), text);
  }

  async #open() {
    const [certificate, key] = certificateIn(this.folder);
    copyFileSync(certificate, join(this.root, 'etc/academy/tls/fullchain.pem'));
    copyFileSync(key, join(this.root, 'etc/academy/tls/privkey.pem'));
    copyFileSync(key, join(this.root, 'etc/academy/secrets/tls-key'));
    await this.on('chmod 600 /etc/academy/secrets/tls-key');
    await this.guide('certificate');
    const shipped = readFileSync(join(this.root, 'etc/academy/academy.conf'), 'utf8');
    this.shipped = shipped;
    const own = shipped
      .replace(/^bind = .*$/m, 'bind = 0.0.0.0')
      .replace(/^port = .*$/m, 'port = 443')
      .replace(/^#public-url = .*$/m, `public-url = ${URL_OF_ALL}`)
      .replace(/^#(tls-cert|tls-key) = /gm, '$1 = ')
      .replace(/^#backup-to = /m, 'backup-to = ')
      .replace(/^#backup-keep = /m, 'backup-keep = ');
    this.own = own;
    this.#settings(own);
    await this.guide('secret');
    expect((await this.guide('restart')).includes('https://'), 'status does not say https');
    await this.ready();
    await this.guide('reload');
    await this.on('academyctl status');
  }

  async ready() {
    const isReady = async () => (await get(`${URL_OF_ALL}/readyz`)).status === OK;
    await until('readiness', isReady, READY_MS, ASK_PAUSE_MS);
  }

  async #use() {
    const status = await this.on('academyctl status');
    await this.journey.signUp(/setup code for the first manager: (\S+)/.exec(status)[1]);
    await this.journey.teach();
    return `${await this.journey.play()} bytes`;
  }

  async #wrongSettings() {
    this.#settings(`${this.own}\nprot = 80\n`);
    await this.on('systemctl restart academy', 1);
    const said = await this.on('tail -n 1 /var/log/units/academy.service.log');
    expect(/academy\.conf:\d+: there is no setting 'prot'\. Fix: /.test(said), `it says: ${said}`);
    await this.on('systemctl is-active academy', 3);
    const doctor = await this.on('academyctl doctor', 1);
    expect(/^wrong +settings: \S+academy\.conf:\d+: there is no setting 'prot'\. Fix: /m.test(doctor), doctor);
    this.#settings(this.own);
    await this.guide('restart-again');
    await this.ready();
  }

  async #backup() {
    const said = await this.guide('backup');
    expect(/^Backup \S+: \d+ bytes, .* verified/m.test(said), said);
    expect((await this.on('academyctl status')).includes('backup: good'), 'status');
    await this.journey.rename('After the backup');
    await this.on('systemctl stop academy');
    await this.on('academyctl status', 3);
    expect((await this.on('academyctl restore', 1)).includes('Fix: '), 'a folder that is full is refused');
    await this.guide('restore');
    await this.ready();
    await this.guide('factors');
    await this.journey.managerSignsIn();
    await this.journey.signIn();
    expect((await this.journey.title()) === 'Algebra', 'the title of the backup');
    await this.journey.play();
    await this.on('rm -r /var/lib/academy.old');
    return /^Backup .*/m.exec(said)[0];
  }

  async #upgrade() {
    // A start begins one, and there is one at a time.
    await until(
      'the end of the backup that the start began',
      async () => this.on('academyctl backup').catch(() => undefined),
      READY_MS,
      ASK_PAUSE_MS,
    );
    const supervisor = async () => /^supervisor: process (\d+)$/m.exec(await this.on('academyctl status'))?.[1];
    const before = await supervisor();
    const asked = askAlways();
    await this.guide('upgrade');
    expect((await this.on('academyctl roll --await')).includes('Upgraded to'), 'the processes were not replaced');
    await this.ready();
    const away = await asked.stop();
    expect((await supervisor()) === before, 'another supervisor');
    expect(existsSync(join(this.root, 'usr/share/academy/web-before/assets')), 'the assets of before');
    const version = (await this.on('academyctl version')).trim();
    expect((await this.on("dpkg-query -W -f='academy ${Version}' academy")) === version, version);
    expect(
      readFileSync(join(this.root, 'etc/academy/academy.conf'), 'utf8') === this.own,
      'the settings are the owner’s',
    );
    expect((await this.journey.title()) === 'Algebra', 'a manager who was signed in');
    await this.journey.play();
    return `${version}, no answer for ${(away / 1000).toFixed(1)} s`;
  }

  async #remove() {
    await this.guide('remove');
    expect((await get(`${URL_OF_ALL}/livez`)).status !== OK, 'it still runs');
    for (const path of [
      'var/lib/academy/auth/auth.db',
      'var/backups/academy',
      'etc/academy/academy.conf',
      'etc/academy/secrets/tls-key',
    ])
      expect(existsSync(join(this.root, path)), `${path} is gone`);
    expect(!existsSync(join(this.root, 'usr/lib/academy/bin')), 'programs are left');
    await this.on('apt install -y /root/next.deb');
    await this.ready();
    expect((await this.journey.title()) === 'Algebra', 'the data');
    await this.journey.play();
  }

  async #purge() {
    const said = await this.guide('purge');
    expect(said.includes('academy: kept, with the data: /var/lib/academy /var/backups/academy'), said.slice(-400));
    expect(existsSync(join(this.root, 'var/lib/academy/auth/auth.db')), 'the data is gone');
    expect(!existsSync(join(this.root, 'etc/academy/academy.conf')), 'the settings are left');
  }

  /** The ends of the machine's logs. */
  #why() {
    for (const name of [
      'var/log/units/academy.service.log',
      'var/lib/academy/logs/academy.log',
      'var/lib/academy/logs/edge.log',
    ]) {
      const path = join(this.root, name);
      if (!existsSync(path)) continue;
      console.error(`    ${name}:\n      ${readFileSync(path, 'utf8').trim().split('\n').slice(-5).join('\n      ')}`);
    }
  }
}

/** Asks all the time; `stop` says for how many milliseconds there was no answer, at the most. */
function askAlways() {
  let going = true;
  let longest = 0;
  const asking = (async () => {
    let last = performance.now();
    while (going) {
      const good = (await get(`${URL_OF_ALL}/livez`, ASK_MS)).status === OK;
      const now = performance.now();
      if (good) {
        longest = Math.max(longest, now - last);
        last = now;
      }
      await pause(ASK_PAUSE_MS);
    }
  })();
  return {
    stop: async () => {
      going = false;
      await asking;
      return longest;
    },
  };
}
