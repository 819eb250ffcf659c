// Three empty hosts: each a tree of files over Debian's, with namespaces of its own. The run's own namespaces are the hub,
// which stands for the machines that are no hosts: the one that builds, the mail server, the store, the packages.
import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { join } from 'node:path';

import { ROOT } from '../bench/lib/academy.mjs';
import { until } from '../cluster/until.mjs';

export const HOSTS = ['h1', 'h2', 'h3'];
/** The one that comes later. */
export const FOURTH = 'h4';
export const HUB = '10.0.0.254';
export const PACKAGES_PORT = 3128;
const BOOT_MS = 60_000;
const LENT = join(ROOT, 'tests/deploy/host');
/** Number -> name of the releases that the academy is for. */
export const DEBIANS = { 12: 'bookworm', 13: 'trixie' };
const [, OWN_DEBIAN = DEBIANS[12]] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? [];

export const addressOf = (host) => `10.0.0.${host.slice(1)}`;
const ALL = [...HOSTS, FOURTH];
const NAMES = [...ALL.map((host) => `${addressOf(host)} ${host}`), `${HUB} store.example mail.example`];

const run = (words, options = {}) =>
  execFileSync(words[0], words.slice(1).map(String), { stdio: ['ignore', 'ignore', 'inherit'], ...options });

/** The network of the run, and the way to the packages. */
export async function makeNetwork(folder) {
  run(['mount', '-t', 'tmpfs', 'tmpfs', '/run']);
  run(['ip', 'link', 'set', 'lo', 'up']);
  run(['ip', 'link', 'add', 'bridge', 'type', 'bridge', 'forward_delay', 0]);
  run(['ip', 'addr', 'add', `${HUB}/24`, 'dev', 'bridge']);
  run(['ip', 'link', 'set', 'bridge', 'up']);
  const server = createServer((near) => {
    const far = connect(join(folder, 'packages.sock'));
    for (const each of [near, far]) each.on('error', () => near.destroy() && far.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise((listening) => server.listen(PACKAGES_PORT, HUB, listening));
}

/** Milliseconds and bytes that the run waited for so far. */
export const waitedForPackages = async () => (await fetch(`http://${HUB}:${PACKAGES_PORT}/waited`)).json();

/** That Debian with an SSH server and `more`, as an installer leaves it, unless it is there. */
export async function makeTree(tree, debian, more = []) {
  if (existsSync(join(tree, 'etc/apt'))) return;
  mkdirSync(tree, { recursive: true });
  const [, mirror] =
    /^(?:URIs:|deb) *(?:\[.*?\] *)?(http:\S+)/m.exec(
      sources()
        .map(({ text }) => text)
        .join('\n'),
    ) ?? [];
  if (!mirror) throw new Error("This machine's /etc/apt names no server of Debian's packages by http");
  const packages = `--include=${['openssh-server', 'ca-certificates', ...more].join(',')}`;
  const env = { ...process.env, http_proxy: `http://${HUB}:${PACKAGES_PORT}` };
  const words = ['--variant=minbase', packages, DEBIANS[debian], tree, mirror];
  // Its packages come through this process, which must not wait for it.
  const child = spawn('debootstrap', words, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const code = await new Promise((ended, fail) => child.once('error', fail).once('exit', ended));
  if (code !== 0) throw new Error(`debootstrap ended with ${code}`);
}

const SOURCES = ['sources.list', 'sources.list.d/debian.sources'];
/** This machine's. */
const sources = () =>
  SOURCES.filter((name) => existsSync(join('/etc/apt', name))).map((name) => ({
    name,
    text: readFileSync(join('/etc/apt', name), 'utf8'),
  }));

export class Hosts {
  /** host -> the process that holds its namespaces. */
  #first = new Map();
  #limits = new Map();

  constructor(folder, tree, debian) {
    Object.assign(this, { folder, tree, debian });
    this.ssh = join(folder, 'ssh');
    mkdirSync(this.ssh);
    // Whoever sets up the hosts can log in to them, and from one to the other.
    run(['ssh-keygen', '-q', '-t', 'ed25519', '-N', '', '-f', join(this.ssh, 'id_ed25519')]);
    const always = 'StrictHostKeyChecking no\nUserKnownHostsFile /dev/null\nLogLevel ERROR\n';
    writeFileSync(join(this.ssh, 'config'), always);
    const addresses = ALL.map((host) => `Host ${host}\nHostName ${addressOf(host)}\n`).join('');
    writeFileSync(join(this.ssh, 'hub'), `${addresses}Host *\nIdentityFile ${this.ssh}/id_ed25519\n${always}`);
    this.bin = join(folder, 'bin');
    mkdirSync(this.bin);
    writeFileSync(join(this.bin, 'ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F ${this.ssh}/hub "$@"\n`, { mode: 0o755 });
    // What the hosts are lent: their service manager and the program that runs it.
    this.lent = join(folder, 'lent');
    mkdirSync(this.lent);
    run(['mount', '--bind', LENT, this.lent]);
    mkdirSync(join(folder, 'node'));
    mkdirSync(join(folder, 'wal'));
  }

  rootOf(host) {
    return join(this.folder, host, 'root');
  }

  /** An empty machine of that name; `limits` are words that are put before all that runs there. */
  make(host, limits = []) {
    this.#limits.set(host, limits);
    const [upper, work, root] = ['upper', 'work', 'root'].map((name) => join(this.folder, host, name));
    for (const each of [upper, work, root]) mkdirSync(each, { recursive: true });
    run(['mount', '-t', 'overlay', 'overlay', '-o', `lowerdir=${this.tree},upperdir=${upper},workdir=${work}`, root]);
    const write = (path, text, mode = 0o644) => writeFileSync(join(root, path), text, { mode });
    write('etc/hostname', `${host}\n`);
    write('etc/hosts', `127.0.0.1 localhost\n${NAMES.join('\n')}\n`);
    write('etc/resolv.conf', '');
    for (const { name, text } of sources())
      write(join('etc/apt', name), text.replaceAll(OWN_DEBIAN, DEBIANS[this.debian]));
    write('etc/apt/apt.conf.d/90proxy', `Acquire::http::Proxy "http://${HUB}:${PACKAGES_PORT}";\n`);
    mkdirSync(join(root, 'root/.ssh'), { recursive: true, mode: 0o700 });
    copyFileSync(join(this.ssh, 'config'), join(root, 'root/.ssh/config'));
    write('root/.ssh/id_ed25519', readFileSync(join(this.ssh, 'id_ed25519')), 0o600);
    write('root/.ssh/authorized_keys', readFileSync(join(this.ssh, 'id_ed25519.pub')), 0o600);
    mkdirSync(join(root, 'srv/wal'), { recursive: true });
  }

  /** Throws its disk away. */
  clear(host) {
    run(['umount', this.rootOf(host)]);
    rmSync(join(this.folder, host), { recursive: true });
  }

  /** Switches a machine on. */
  async boot(host) {
    const log = openSync(join(this.folder, `${host}.log`), 'a');
    const namespaces = ['--net', '--mount', '--uts', '--ipc', '--pid', '--fork', '--kill-child'];
    const words = [
      ...this.#limits.get(host),
      'unshare',
      ...namespaces,
      join(LENT, 'init.sh'),
      this.rootOf(host),
      this.lent,
      process.execPath,
      join(this.folder, 'wal'),
      host,
    ];
    const holder = spawn(words[0], words.slice(1), { stdio: ['ignore', log, log] });
    this.#first.set(host, { holder });
    const first = await until(`${host}'s first process`, () => childOf(holder.pid), BOOT_MS);
    this.#first.set(host, { holder, first });
    run(['ip', 'link', 'add', host, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', first]);
    run(['ip', 'link', 'set', host, 'master', 'bridge', 'up']);
    for (const words of [
      ['addr', 'add', `${addressOf(host)}/24`, 'dev', 'eth0'],
      ['link', 'set', 'lo', 'up'],
      ['link', 'set', 'eth0', 'up'],
    ])
      run(['nsenter', '--target', first, '--net', 'ip', ...words]);
    // It boots when it has its network, as network-online.target says.
    await until(`${host} to answer`, () => this.#isUp(host), BOOT_MS);
  }

  #isUp(host) {
    try {
      run([...this.on(host), 'systemctl', 'is-active', 'ssh'], { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  }

  /** Power off, without a warning. */
  async lose(host) {
    const { holder } = this.#first.get(host);
    const gone = new Promise((end) => holder.once('exit', end));
    holder.kill('SIGKILL');
    await gone;
    try {
      // The kernel removes it too, but later.
      run(['ip', 'link', 'del', host], { stdio: 'ignore' });
    } catch {
      // It has.
    }
  }

  /** The words that run a command on a host. */
  on(host) {
    return [
      ...this.#limits.get(host),
      'nsenter',
      '--target',
      String(this.#first.get(host).first),
      '--net',
      '--mount',
      '--uts',
      '--ipc',
      '--pid',
      '--',
    ];
  }

  stop() {
    for (const { holder } of this.#first.values()) holder.kill('SIGKILL');
  }
}

const childOf = (pid) => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] || undefined;
  } catch {
    return undefined;
  }
};
