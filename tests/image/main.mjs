// Unpacks the image, looks at it, and runs it as a container engine would: README.md.
//   node tests/image/main.mjs --image FILE [--again FILE] [--report FILE] [--keep]
// It needs root. The run is in namespaces of its own: what it makes and starts there, the kernel ends with it.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chownSync,
  createReadStream,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';

import { until } from '../cluster/until.mjs';
import { COULD_NOT_RUN, inOwnNamespaces, untilInputEnds } from '../harness/own-namespaces.mjs';

const LIMIT_MS = 45 * 60_000;
const READY_MS = 120_000;
const STOP_MS = 60_000;
const ASK_MS = 2000;
const CONTAIN = join(import.meta.dirname, 'contain.sh');
const USER = 10001;
/** What the image starts, and the exit code for settings that are refused. */
const COMMAND = ['/usr/bin/academyctl', 'run', '--conf', '/etc/academy/academy.conf'];
const REFUSED = 78;

const { values: flags } = parseArgs({
  options: {
    image: { type: 'string' },
    // Made again, of the same package.
    again: { type: 'string' },
    report: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

function expect(right, what) {
  if (!right) throw new Error(what);
}

async function attempt(folder) {
  const run = new Run(folder);
  try {
    await run.unpack();
  } catch (error) {
    console.error(`The image could not be unpacked: ${error.stack}`);
    return COULD_NOT_RUN;
  }
  await run.all();
  if (flags.report) writeFileSync(flags.report, run.report());
  return run.failed.length > 0 ? 1 : 0;
}

/** A process in a container. */
class Container {
  said = '';

  constructor(root, volumes, words) {
    const namespaces = ['--mount', '--pid', '--ipc', '--uts', '--fork', '--kill-child'];
    this.holder = spawn('unshare', [...namespaces, CONTAIN, root, volumes, String(USER), ...words], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.holder.stdout, this.holder.stderr]) stream.on('data', (piece) => (this.said += piece));
    this.ended = new Promise((end) => this.holder.once('close', (code) => end(code)));
  }

  /** Its first process, as the host sees it. */
  async first() {
    const path = `/proc/${this.holder.pid}/task/${this.holder.pid}/children`;
    return until('the first process', () => readFileSync(path, 'utf8').trim().split(' ')[0], STOP_MS);
  }

  /** What a command in it says, as the image's user: `podman exec`. */
  async exec(words, code = 0) {
    const into = ['--target', await this.first(), '--mount', '--pid', '--ipc', '--root', '--wd=/'];
    const as = [
      'setpriv',
      `--reuid=${USER}`,
      `--regid=${USER}`,
      '--clear-groups',
      '--no-new-privs',
      '--bounding-set=-all',
    ];
    const env = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/var/lib/academy' };
    const { status, said } = await promisify(execFile)('nsenter', [...into, ...as, '--inh-caps=-all', ...words], {
      env,
    }).then(
      ({ stdout, stderr }) => ({ status: 0, said: stdout + stderr }),
      (error) => ({ status: error.code, said: `${error.stdout}${error.stderr}` }),
    );
    expect(status === code, `${words.join(' ')} ended with ${status}:\n${said}`);
    return said;
  }

  /** As `podman stop` does. */
  async stop() {
    process.kill(Number(await this.first()), 'SIGTERM');
    const late = setTimeout(() => this.holder.kill('SIGKILL'), STOP_MS);
    const code = await this.ended;
    clearTimeout(late);
    return code;
  }
}

class Run {
  passed = [];
  failed = [];

  constructor(folder) {
    this.folder = folder;
    this.root = join(folder, 'root');
    this.volumes = join(folder, 'volumes');
  }

  async unpack() {
    execFileSync('ip', ['link', 'set', 'lo', 'up']);
    const layout = join(this.folder, 'layout');
    mkdirSync(layout);
    mkdirSync(this.root);
    execFileSync('tar', ['-xf', flags.image, '-C', layout]);
    const blob = (digest) => join(layout, 'blobs', digest.replace(':', '/'));
    const json = (digest) => JSON.parse(readFileSync(blob(digest), 'utf8'));
    [this.manifest] = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')).manifests;
    const { config, layers } = json(this.manifest.digest);
    this.config = json(config.digest);
    for (const layer of layers) {
      execFileSync('tar', ['-xzf', blob(layer.digest), '-C', this.root, '--numeric-owner', '-p'], {
        maxBuffer: 1 << 26,
      });
    }
    this.bytes = layers.reduce((sum, layer) => sum + layer.size, 0);
    rmSync(layout, { recursive: true });
    for (const name of ['data', 'backups', 'secrets'])
      mkdirSync(join(this.volumes, name), { recursive: true, mode: 0o700 });
    for (const name of ['data', 'backups', 'secrets']) chownSync(join(this.volumes, name), USER, USER);
    writeFileSync(join(this.volumes, 'hosts'), '127.0.0.1 localhost\n');
  }

  async check(what, act) {
    const begun = performance.now();
    try {
      const said = await act();
      console.log(
        `  ${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s${said === undefined ? '' : `, ${said}`}`,
      );
      this.passed.push(what);
      return true;
    } catch (error) {
      console.error(`  failed: ${what}: ${error.message}`);
      this.failed.push(`${what}: ${error.message.split('\n')[0]}`);
      return false;
    }
  }

  async all() {
    if (flags.again) await this.check('made twice, it is the same', () => this.#same());
    await this.check('it says who runs what', () => this.#configuration());
    await this.check('nothing is of the day and the machine that made it', () => this.#clean());
    // Container engines make these for their own files; nobody can make them later.
    for (const name of ['hosts', 'resolv.conf', 'hostname']) writeFileSync(join(this.root, 'etc', name), '');
    await this.check('settings that are wrong are refused with their line', () => this.#wrongSettings());
    const ready = await this.check('it starts on a read-only root as nobody in particular', () => this.#start());
    if (!ready) return;
    await this.check('the health check', () => this.#health());
    await this.check('nothing but the volumes and /tmp can be written', () => this.#written());
    await this.check('the doctor', () => this.container.exec(['academyctl', 'doctor']).then(() => undefined));
    await this.check('ffmpeg encodes', () => this.#encode());
    await this.check('backup', () => this.#backup());
    await this.check('SIGTERM stops it, and it starts again with its data', () => this.#again());
  }

  async #same() {
    const hash = async (file) => {
      const sum = createHash('sha256');
      await pipeline(createReadStream(file), sum);
      return sum.digest('hex');
    };
    const [one, other] = [await hash(flags.image), await hash(flags.again)];
    expect(one === other, `the archives differ: ${one}, ${other}`);
    return this.manifest.digest;
  }

  #configuration() {
    const { config, created } = this.config;
    expect(config.User === `${USER}:${USER}`, `the user is ${config.User}`);
    const words = [...config.Entrypoint, ...config.Cmd];
    expect(words.join(' ') === COMMAND.join(' '), `it starts ${words.join(' ')}`);
    expect(config.StopSignal === 'SIGTERM' && '8080/tcp' in config.ExposedPorts, JSON.stringify(config));
    expect('/var/lib/academy' in config.Volumes, 'the data is no volume');
    expect(
      /^academy:x:10001:10001:/m.test(readFileSync(join(this.root, 'etc/passwd'), 'utf8')),
      'the user has no name',
    );
    const kib = Number(execFileSync('du', ['-skx', this.root], { encoding: 'utf8' }).split('\t')[0]);
    return `${(this.bytes / 1e6).toFixed(0)} MB, unpacked ${((kib * 1024) / 1e6).toFixed(0)} MB, of ${created}`;
  }

  #clean() {
    for (const name of ['etc/hostname', 'etc/resolv.conf', 'usr/sbin/policy-rc.d'])
      expect(!existsSync(join(this.root, name)), `${name} is there`);
    expect(readFileSync(join(this.root, 'etc/machine-id'), 'utf8') === '', 'it has a machine-id');
    for (const name of ['var/lib/apt/lists', 'var/cache/apt', 'tmp', 'run', 'dev'])
      expect(readdirSync(join(this.root, name)).length === 0, `${name} is not empty`);
    const find = (...words) =>
      execFileSync('find', [this.root, '-xdev', '-mindepth', '1', ...words], { encoding: 'utf8' }).trim();
    expect(
      find('-newermt', this.config.created) === '',
      `later than ${this.config.created}: ${find('-newermt', this.config.created)}`,
    );
    expect(find('-type', 'f', '-perm', '/6000') === '', 'programs that make root of whoever starts them');
    expect(find('-path', '*/usr/share/doc/libsodium23/copyright') !== '', 'the licences are gone');
  }

  async #wrongSettings() {
    const file = join(this.volumes, 'academy.conf');
    writeFileSync(file, 'data = /var/lib/academy\nprot = 80\n');
    const container = new Container(this.root, this.volumes, COMMAND);
    const code = await container.ended;
    rmSync(file);
    expect(code === REFUSED, `it ended with ${code}: ${container.said}`);
    expect(/academy\.conf:2: there is no setting 'prot'\. Fix: /.test(container.said), container.said);
  }

  async #start() {
    const begun = performance.now();
    this.container = new Container(this.root, this.volumes, COMMAND);
    let over;
    void this.container.ended.then((code) => (over = code));
    const isReady = async () => {
      if (over !== undefined) throw new Error(`it ended with ${over}:\n${this.container.said}`);
      return (await get('/readyz')) === 200;
    };
    await until('readiness', isReady, READY_MS);
    // The supervisor's words are what an engine logs.
    await until('the ready line', () => this.container.said.includes('Academy is ready'), READY_MS);
    expect((await get('/')) === 200, 'the first page');
    return `ready after ${((performance.now() - begun) / 1000).toFixed(1)} s`;
  }

  async #health() {
    const said = await this.container.exec(['academyctl', 'status']);
    expect(/^ready: yes$/m.test(said), said);
    expect(/^setup code for the first manager: \S+$/m.test(said), said);
  }

  async #written() {
    for (const path of ['/x', '/usr/lib/academy/x', '/etc/academy/x', '/var/log/x', '/home/x'])
      await this.container.exec(['bash', '-c', `! : 2>/dev/null >${path}`]);
    await this.container.exec(['bash', '-c', ': >/tmp/x && : >/var/lib/academy/run/x && rm /var/lib/academy/run/x']);
    const capabilities = await this.container.exec(['grep', '^CapBnd', '/proc/1/status']);
    expect(/\t0+$/m.test(capabilities), capabilities);
    const owner = (path) => lstatSync(path).uid;
    for (const name of readdirSync(join(this.volumes, 'data'), { recursive: true }))
      expect(owner(join(this.volumes, 'data', name)) === USER, `${name} is another's`);
  }

  async #encode() {
    const source = '-f lavfi -i testsrc=d=1 -f lavfi -i sine=d=1';
    const script = `ffmpeg -v error ${source} -c:v libx264 -c:a aac /tmp/a.mp4 && ffprobe -v error -show_entries format=duration /tmp/a.mp4`;
    expect((await this.container.exec(['bash', '-c', script])).includes('duration=1'), 'ffprobe');
  }

  async #backup() {
    const said = await this.container.exec(['academyctl', 'backup', '--to', '/var/backups/academy']);
    expect(/^Backup \S+: .* verified/m.test(said), said);
  }

  async #again() {
    const begun = performance.now();
    const code = await this.container.stop();
    const seconds = (performance.now() - begun) / 1000;
    expect(code === 0, `it ended with ${code}: ${this.container.said}`);
    expect(/academy: Stopped$/m.test(this.container.said), this.container.said);
    await this.#start();
    expect(/^backup: good/m.test(await this.container.exec(['academyctl', 'status'])), 'the data');
    expect((await this.container.stop()) === 0, 'the second stop');
    return `stopped in ${seconds.toFixed(1)} s`;
  }

  report() {
    const failures = this.failed.map((each) => `  failed  image: ${each}\n`).join('');
    return `${this.passed.length} ${this.failed.length}\n${failures}`;
  }
}

async function get(path) {
  try {
    const answer = await fetch(`http://127.0.0.1:8080${path}`, { signal: AbortSignal.timeout(ASK_MS) });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

if (process.env.ACADEMY_IMAGE_TEST) {
  process.exit(await untilInputEnds(attempt(process.env.ACADEMY_IMAGE_TEST)));
} else if (process.getuid() !== 0 || !flags.image) {
  console.error('It needs root, and --image');
  process.exitCode = COULD_NOT_RUN;
} else {
  const folder = await mkdtemp(join(tmpdir(), 'image-'));
  process.exitCode = await inOwnNamespaces({ ACADEMY_IMAGE_TEST: folder }, LIMIT_MS);
  if (flags.keep) console.log(`Kept: ${folder}`);
  else await rm(folder, { recursive: true, force: true });
}
