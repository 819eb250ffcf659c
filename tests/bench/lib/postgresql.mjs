// A PostgreSQL server for a bench, with its defaults: what is committed is on the disk.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TOOLS = '/usr/lib/postgresql';

export class Cluster {
  /** `settings` are added to the server's own, as `name=value`. */
  constructor(settings = []) {
    this.tools = join(TOOLS, readdirSync(TOOLS).sort().at(-1), 'bin');
    this.folder = mkdtempSync(join(tmpdir(), 'academy-pg-'));
    // Its user must be able to reach it.
    if (process.getuid() === 0) execFileSync('chown', ['postgres:', this.folder]);
    chmodSync(this.folder, 0o755);
    this.cluster = join(this.folder, 'data');
    this.#tool('initdb', '-D', this.cluster, '-A', 'trust', '-U', 'academy', '-E', 'UTF8', '--locale=C');
    const options = ['listen_addresses=', `unix_socket_directories=${this.folder}`, ...settings]
      .map((setting) => `-c ${setting}`)
      .join(' ');
    this.#tool('pg_ctl', '-D', this.cluster, '-l', join(this.folder, 'log'), '-o', options, '-w', 'start');
  }

  /** PostgreSQL refuses to run as root. */
  #tool(name, ...words) {
    const whole = [join(this.tools, name), ...words];
    if (process.getuid() === 0) whole.unshift('runuser', '-u', 'postgres', '--');
    execFileSync(whole[0], whole.slice(1), { cwd: '/', stdio: 'ignore' });
  }

  /** Makes a database and returns its URL. */
  create(name) {
    this.#tool('createdb', '-h', this.folder, '-U', 'academy', name);
    return `postgresql://academy@/${name}?host=${this.folder}`;
  }

  /** Runs SQL in a database. */
  run(name, text) {
    this.#tool('psql', '-h', this.folder, '-U', 'academy', '-d', name, '-v', 'ON_ERROR_STOP=1', '-qc', text);
  }

  /** The server's first process, the parent of all others. */
  get pid() {
    return Number(readFileSync(join(this.cluster, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  }

  stop() {
    try {
      this.#tool('pg_ctl', '-D', this.cluster, '-m', 'fast', '-w', 'stop');
    } finally {
      rmSync(this.folder, { recursive: true, force: true });
    }
  }
}
