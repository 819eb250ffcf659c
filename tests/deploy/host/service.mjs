// One service as the service manager runs it. README.md says what is left out.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { commandOf, environmentOf, secondsOf } from './unit-file.mjs';

const LOGS = '/var/log/units';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const LOOK_MS = 20;
/** Prints each datagram that comes to the socket. */
const HEAR = `use Socket; socket(S, AF_UNIX, SOCK_DGRAM, 0); bind(S, sockaddr_un($ARGV[0])) or die; chmod 0777, $ARGV[0];
  $| = 1; while (defined recv(S, $said, 4096, 0)) { print "$said\\n" }`;
/** What setpriv and the shell end with when there is no such program. */
const NOT_RUN = [126, 127];
const EXEC_MS = 200;
const START_LIMIT = 5;
const START_LIMIT_S = 10;
const FOLDERS = {
  StateDirectory: '/var/lib',
  RuntimeDirectory: '/run',
  LogsDirectory: '/var/log',
  CacheDirectory: '/var/cache',
};

/** user or group name -> number, from the host's own files. */
function numberOf(file, name) {
  if (/^\d+$/.test(name)) return Number(name);
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${name}:`));
  if (!line) throw new Error(`${name} is not in ${file}`);
  return Number(line.split(':')[2]);
}

const groupOf = (user) => {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((each) => each.startsWith(`${user}:`));
  return Number(line.split(':')[3]);
};

/** As far as this machine lets its root go. */
const mostFiles = () =>
  Number(/^Max open files +\S+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity);

const hasCondition = (path) => (path.startsWith('!') ? !existsSync(path.slice(1)) : existsSync(path));

export class Service {
  state = 'inactive';
  #child;
  #starts = [];
  #stopping = false;
  #invocation;
  #notified;
  #queue = Promise.resolve();

  constructor(unit) {
    this.unit = unit;
  }

  get name() {
    return this.unit.name;
  }

  get mainPid() {
    return this.#child?.pid ?? 0;
  }

  /** One job at a time. */
  #next(job) {
    const done = this.#queue.then(job);
    this.#queue = done.catch(() => {});
    return done;
  }

  start(unit) {
    return this.#next(async () => {
      if (this.state === 'active') return;
      this.unit = unit;
      this.#starts = [];
      this.#stopping = false;
      await this.#start();
    });
  }

  stop() {
    this.#stopping = true;
    return this.#next(() => this.#stop());
  }

  reload() {
    return this.#next(async () => {
      if (this.state !== 'active') throw new Error(`${this.name} is not active, cannot reload`);
      for (const line of this.unit.all('Service.ExecReload')) await this.#run(line);
    });
  }

  async #start() {
    const { unit } = this;
    if (!unit.all('Unit.ConditionPathExists').every(hasCondition)) return;
    this.state = 'activating';
    this.#invocation = randomUUID().replaceAll('-', '');
    try {
      this.#prepare();
      for (const line of unit.all('Service.ExecStartPre')) await this.#run(line);
      const type = unit.one('Service.Type', 'simple');
      if (type === 'oneshot') {
        for (const line of unit.all('Service.ExecStart')) await this.#run(line);
        this.state = unit.one('Service.RemainAfterExit') === 'yes' ? 'active' : 'inactive';
      } else {
        await this.#startMain(type);
        if (this.#child) this.state = 'active';
      }
      for (const line of unit.all('Service.ExecStartPost')) await this.#run(line);
    } catch (error) {
      this.state = 'failed';
      throw new Error(`Job for ${this.name} failed: ${error.message}`);
    }
  }

  /** Its folders and its copies of credentials. */
  #prepare() {
    const { unit } = this;
    const user = unit.one('Service.User', 'root');
    this.user = user === 'root' ? undefined : user;
    const uid = numberOf('/etc/passwd', user);
    const gid = unit.one('Service.Group') ? numberOf('/etc/group', unit.one('Service.Group')) : groupOf(user);
    this.gid = gid;
    for (const [kind, parent] of Object.entries(FOLDERS)) {
      const mode = Number.parseInt(unit.one(`Service.${kind}Mode`, '0755'), 8);
      for (const name of unit.words(`Service.${kind}`)) {
        mkdirSync(join(parent, name), { recursive: true });
        chmodSync(join(parent, name), mode);
        chownSync(join(parent, name), uid, gid);
      }
    }
    rmSync(unit.credentials, { recursive: true, force: true });
    const loaded = unit.all('Service.LoadCredential');
    if (loaded.length === 0) return;
    mkdirSync(unit.credentials, { recursive: true });
    chmodSync(unit.credentials, 0o500);
    const load = (id, path) => {
      writeFileSync(join(unit.credentials, id), readFileSync(path), { mode: 0o400 });
      chownSync(join(unit.credentials, id), uid, gid);
    };
    for (const each of loaded) {
      const [id, path] = each.split(':');
      if (!statSync(path).isDirectory()) load(id, path);
      else for (const file of readdirSync(path)) load(`${id}_${file}`, join(path, file));
    }
    chownSync(unit.credentials, uid, gid);
  }

  #environment() {
    const { unit } = this;
    const own = { PATH, LANG: 'C.UTF-8', INVOCATION_ID: this.#invocation, ...environmentOf(unit) };
    if (this.user) Object.assign(own, { USER: this.user, LOGNAME: this.user });
    if (unit.all('Service.LoadCredential').length > 0) own.CREDENTIALS_DIRECTORY = unit.credentials;
    for (const kind of Object.keys(FOLDERS)) {
      const paths = unit.words(`Service.${kind}`).map((name) => join(FOLDERS[kind], name));
      if (paths.length > 0) own[`${kind.replace('Directory', '').toUpperCase()}_DIRECTORY`] = paths.join(':');
    }
    return own;
  }

  /** Starts a command with the unit's user, limits and environment. */
  #spawn(line, more = {}) {
    const { unit } = this;
    const environment = { ...this.#environment(), ...more };
    const { words, mayFail } = commandOf(line, environment);
    const wraps = ['sh', '-c', `umask ${unit.one('Service.UMask', '0022')}; exec "$@"`, 'sh'];
    const files = unit.one('Service.LimitNOFILE');
    if (files) wraps.push('prlimit', `--nofile=${Math.min(Number(files), mostFiles())}`, '--');
    const kept = unit.words('Service.AmbientCapabilities').map((name) => `+${name.toLowerCase().replace('cap_', '')}`);
    const set = ['-all', ...kept].join(',');
    const ambient = kept.length > 0 ? [`--inh-caps=${set}`, `--ambient-caps=${set}`] : [];
    const privileges =
      unit.one('Service.NoNewPrivileges') === 'yes' ? ['--no-new-privs', `--bounding-set=${set}`, ...ambient] : [];
    if (this.user)
      wraps.push('setpriv', `--reuid=${this.user}`, `--regid=${this.gid}`, '--init-groups', ...privileges, '--');
    mkdirSync(LOGS, { recursive: true });
    const log = openSync(join(LOGS, `${unit.name}.log`), 'a');
    const cwd = unit.one('Service.WorkingDirectory', '/').replace(/^[-~]/, '');
    const [command, ...rest] = [...wraps, ...words];
    const child = spawn(command, rest, { cwd, env: environment, stdio: ['ignore', log, log] });
    return { child, mayFail, words };
  }

  async #run(line) {
    const { child, mayFail, words } = this.#spawn(line, { MAINPID: String(this.mainPid) });
    const code = await new Promise((ended) => child.once('exit', ended).once('error', () => ended(-1)));
    if (code !== 0 && !mayFail) throw new Error(`${words.join(' ')} ended with ${code}`);
  }

  async #startMain(type) {
    this.#starts.push(performance.now());
    const [line] = this.unit.all('Service.ExecStart');
    const ready = type === 'notify' ? await this.#listen() : undefined;
    const { child, words } = this.#spawn(line, ready && { NOTIFY_SOCKET: ready.path });
    this.#child = child;
    const ended = new Promise((end) => child.once('exit', (code, signal) => end(signal ?? code)));
    ended.then((code) => this.#ended(child, code));
    const limit = secondsOf(this.unit.one('Service.TimeoutStartSec', this.unit.one('Service.TimeoutSec', '90')));
    // Without a word from it, it is up once the program runs.
    const isUp = ready ? ready.said : pause(type === 'exec' ? EXEC_MS : 0).then(() => 'up');
    const first = await Promise.race([isUp, ended, pause(limit * 1000, 'timeout')]);
    ready?.close();
    const hasRun = !ready && !NOT_RUN.includes(first);
    if (first === 'timeout') child.kill('SIGKILL');
    if (first !== 'up' && !hasRun) throw new Error(`${words[0]}: ${first}`);
  }

  /** The socket to which a program says that it is ready. Perl, because Node.js has no such sockets. */
  async #listen() {
    mkdirSync('/run/systemd/notify', { recursive: true });
    const path = `/run/systemd/notify/${this.name}`;
    rmSync(path, { force: true });
    const socket = spawn('perl', ['-e', HEAR, path], { stdio: ['ignore', 'pipe', 'ignore'] });
    const said = new Promise((ready) => {
      socket.stdout.on('data', (text) => /^READY=1$/m.test(String(text)) && ready('up'));
    });
    while (!existsSync(path)) await pause(LOOK_MS);
    return { path, said, close: () => setTimeout(() => socket.kill(), 1000).unref() };
  }

  /** Starts a service again that ended by itself, if its unit says so. */
  async #ended(child, code) {
    const { unit } = this;
    if (this.#child !== child) return;
    this.#child = undefined;
    this.state = 'failed';
    const restart = unit.one('Service.Restart', 'no');
    const isWanted =
      restart === 'always' ||
      (restart === 'on-failure' && code !== 0) ||
      (restart === 'on-abnormal' && typeof code === 'string');
    if (this.#stopping || !isWanted || unit.words('Service.RestartPreventExitStatus').includes(String(code))) return;
    await pause(secondsOf(this.unit.one('Service.RestartSec', '100ms')) * 1000);
    const interval = secondsOf(this.unit.one('Unit.StartLimitIntervalSec', String(START_LIMIT_S)));
    const recent = this.#starts.filter((at) => performance.now() - at < interval * 1000);
    if (recent.length >= START_LIMIT) return;
    await this.#next(() => (this.#stopping || this.#child ? undefined : this.#start())).catch(() => {});
  }

  async #stop() {
    const { unit } = this;
    const main = this.#child;
    this.state = 'deactivating';
    const limit =
      performance.now() + secondsOf(unit.one('Service.TimeoutStopSec', unit.one('Service.TimeoutSec', '90'))) * 1000;
    for (const line of unit.all('Service.ExecStop')) await this.#run(line).catch(() => {});
    const mode = unit.one('Service.KillMode', 'control-group');
    const signal = unit.one('Service.KillSignal', 'SIGTERM');
    const all = () => (mode === 'process' ? [] : this.#processes());
    const isUp = () =>
      (main && main.exitCode === null && main.signalCode === null) || (mode !== 'mixed' && all().length > 0);
    if (main) main.kill(signal);
    if (mode === 'control-group') for (const pid of all()) kill(pid, signal);
    while (isUp() && performance.now() < limit) await pause(LOOK_MS);
    main?.kill('SIGKILL');
    for (const pid of all()) kill(pid, 'SIGKILL');
    for (const name of unit.words('Service.RuntimeDirectory')) {
      if (unit.one('Service.RuntimeDirectoryPreserve', 'no') === 'no')
        rmSync(join('/run', name), { recursive: true, force: true });
    }
    rmSync(unit.credentials, { recursive: true, force: true });
    this.#child = undefined;
    this.state = 'inactive';
  }

  /** Where systemd has a cgroup, this has the variable that each of the unit's processes inherits. */
  #processes() {
    const mark = `INVOCATION_ID=${this.#invocation}`;
    return readdirSync('/proc').filter((pid) => {
      if (!/^\d+$/.test(pid)) return false;
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark);
      } catch {
        return false;
      }
    });
  }
}

function kill(pid, signal) {
  try {
    process.kill(Number(pid), signal);
  } catch {
    // It is gone.
  }
}
