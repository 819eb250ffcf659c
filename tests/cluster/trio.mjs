// PostgreSQL on three hosts, one of them the primary: Patroni decides which, with etcd, and commits wait for a
// synchronous standby. HAProxy on each host leads its processes to the primary.
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { SERVICES } from '../prove/files.mjs';
import { PARTS } from '../prove/postgresql.mjs';
import { agreed, etcdIsHealthy, etcdOf, get } from './consensus.mjs';
import { nameOf } from './layout.mjs';
import { addressOf, HOSTS } from './network.mjs';
import { until } from './until.mjs';

const run = promisify(execFile);
const TOOLS = '/usr/lib/postgresql';
const PROXY_PORT = 5000;
const PATRONI_PORT = 8008;
const CONNECTIONS = 21;
/** Seconds. A primary that cannot renew its lock for `ttl` is one no more. */
const TIMES = { ttl: 15, loop_wait: 2, retry_timeout: 5 };
const ETCD_READY_MS = 30_000;
const WHOLE_MS = 120_000;
const LOOK_MS = 250;
/** A member's states when its server answers: later versions of Patroni tell standbys apart. */
const FOLLOWING = ['running', 'streaming'];
const SETTINGS = {
  shared_buffers: '32MB',
  max_connections: 200,
  wal_keep_size: '128MB',
  wal_log_hints: 'on',
  // A standby whose primary does not answer looks for the new one.
  wal_receiver_timeout: '5s',
  wal_sender_timeout: '5s',
};

export class Trio {
  parts = PARTS;

  constructor(folder, programs, { synchronous = true, route = 'proxy' } = {}) {
    Object.assign(this, { folder, programs, synchronous, route });
    this.tools = join(TOOLS, readdirSync(TOOLS).sort().at(-1), 'bin');
  }

  /** Starts all of it, with an empty database for each service. */
  async start() {
    mkdirSync(this.folder);
    // The files are in memory: the machine that they are on is never cut off from its power here.
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', this.folder]);
    for (const host of HOSTS) this.#startEtcd(host);
    await until('etcd', etcdIsHealthy, ETCD_READY_MS);
    for (const host of HOSTS) this.#startPatroni(host);
    await this.whole();
    const primary = await this.primary();
    await this.#psql(primary, 'postgres', 'CREATE ROLE academy LOGIN');
    for (const service of SERVICES) await this.#psql(primary, 'postgres', `CREATE DATABASE ${service} OWNER academy`);
    if (this.route === 'proxy') for (const host of HOSTS) this.#startProxy(host);
  }

  #startEtcd(host) {
    const peer = (each) => `http://${addressOf(each)}:2380`;
    const client = `http://${etcdOf(host)}`;
    const flags = {
      name: host,
      'data-dir': join(this.folder, `${host}-etcd`),
      'listen-peer-urls': peer(host),
      'initial-advertise-peer-urls': peer(host),
      'listen-client-urls': client,
      'advertise-client-urls': client,
      'initial-cluster': HOSTS.map((each) => `${each}=${peer(each)}`).join(','),
      'initial-cluster-state': 'new',
      'enable-v2': true,
    };
    this.programs.start(nameOf(host, 'etcd'), {
      host,
      words: ['etcd', ...Object.entries(flags).map(([name, value]) => `--${name}=${value}`)],
    });
  }

  #startPatroni(host) {
    const home = join(this.folder, host);
    mkdirSync(home);
    const address = addressOf(host);
    const trust = ['local all all trust', ...['all', 'replication'].map((what) => `host ${what} all samenet trust`)];
    const { synchronous } = this;
    const config = {
      scope: 'academy',
      name: host,
      restapi: { listen: `${address}:${PATRONI_PORT}`, connect_address: `${address}:${PATRONI_PORT}` },
      // By the second version of its API: by the third, Patroni 3.0 takes a lost lock back without looking at its owner.
      etcd: { hosts: HOSTS.map(etcdOf) },
      bootstrap: {
        dcs: {
          ...TIMES,
          // A primary that died is not waited for.
          master_start_timeout: 0,
          synchronous_mode: synchronous,
          synchronous_mode_strict: synchronous,
          postgresql: { use_pg_rewind: true, use_slots: true, parameters: SETTINGS },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
      },
      postgresql: {
        listen: `${address}:5432`,
        connect_address: `${address}:5432`,
        data_dir: join(home, 'data'),
        bin_dir: this.tools,
        pgpass: join(home, 'pgpass'),
        authentication: { superuser: { username: 'postgres' }, replication: { username: 'postgres' } },
        parameters: { unix_socket_directories: home },
        pg_hba: trust,
      },
    };
    const file = join(this.folder, `${host}.yml`);
    writeFileSync(file, JSON.stringify(config));
    // PostgreSQL refuses to run as root.
    execFileSync('chown', ['-R', 'postgres:', home]);
    this.programs.start(nameOf(host, 'patroni'), { host, user: 'postgres', words: ['patroni', file] });
  }

  #startProxy(at) {
    const servers = HOSTS.map((host) => `  server ${host} ${addressOf(host)}:5432 check port ${PATRONI_PORT}`);
    const lines = [
      'defaults',
      '  mode tcp',
      '  timeout connect 2s',
      '  timeout client 1h',
      '  timeout server 1h',
      'listen primary',
      `  bind 127.0.0.1:${PROXY_PORT}`,
      '  option httpchk OPTIONS /primary',
      // Nobody stays connected to a server that is no longer the primary.
      '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
      ...servers,
    ];
    const file = join(this.folder, `${at}-haproxy.cfg`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    this.programs.start(nameOf(at, 'haproxy'), { host: at, words: ['haproxy', '-db', '-f', file] });
  }

  /** The address of a service's database for a process on a host, where the host's HAProxy is. */
  addressOnHost(service) {
    if (this.route === 'proxy')
      return `postgresql://academy@127.0.0.1:${PROXY_PORT}/${service}?application_name=academy`;
    return `${this.#everywhere(service)}&application_name=academy`;
  }

  #everywhere(service, user = 'academy') {
    const hosts = HOSTS.map((host) => `${addressOf(host)}:5432`).join(',');
    return `postgresql://${user}@${hosts}/${service}?target_session_attrs=read-write&connect_timeout=2`;
  }

  /** For a command at the hub. */
  flags(service) {
    return [`--db=${this.#everywhere(service)}`];
  }

  /** The rows of a query, from the primary. */
  async rows(service, sql) {
    const query = `SELECT coalesce(json_agg(found), '[]') FROM (${sql}) AS found`;
    const words = ['-X', '-A', '-t', '-d', this.#everywhere(service), '-c', query];
    const { stdout } = await run(join(this.tools, 'psql'), words, { maxBuffer: 1 << 29 });
    return JSON.parse(stdout);
  }

  /** PostgreSQL checks its own pages as it reads them. */
  async damage() {
    return [];
  }

  async #psql(host, database, sql) {
    const address = `postgresql://postgres@${addressOf(host)}:5432/${database}?connect_timeout=2`;
    const { stdout } = await run(join(this.tools, 'psql'), ['-X', '-A', '-t', '-d', address, '-c', sql]);
    return stdout.trim();
  }

  /** Sabotage: somebody has not watched what was watched last. */
  async forgetWatched() {
    const watched = `SELECT learner_id FROM part_progress WHERE watched <> '' LIMIT 1`;
    const sql = `UPDATE part_progress SET watched = regexp_replace(watched, ' ?[0-9]+-[0-9]+$', '')
      WHERE learner_id IN (${watched})`;
    await this.#psql(await this.primary(), 'enrollment', sql);
  }

  /** Milliseconds from the hub to a host and back, the median of a few connections. */
  async roundTrip() {
    const times = [];
    for (let i = 0; i < CONNECTIONS; ++i) {
      const begun = performance.now();
      const socket = connect(PATRONI_PORT, addressOf(HOSTS[0]));
      await once(socket, 'connect');
      times.push(performance.now() - begun);
      socket.destroy();
    }
    return times.sort((one, other) => one - other)[CONNECTIONS >> 1];
  }

  /** The host that says of itself that it is the primary; undefined while there is none. */
  async primary() {
    const answers = await Promise.all(HOSTS.map((host) => get(`http://${addressOf(host)}:${PATRONI_PORT}/primary`)));
    return HOSTS.find((_, index) => answers[index]?.status === 200);
  }

  /**
   * Waits until all agree on the primary and the others follow it, one of them synchronously. Only such a standby may
   * take over, so the next fault comes no earlier.
   */
  async whole() {
    let found;
    const isWhole = async () => this.#isWhole((found = await agreed()));
    await until('a whole cluster', isWhole, WHOLE_MS, LOOK_MS).catch((error) => {
      throw new Error(`${error.message}: ${JSON.stringify(found)}`);
    });
  }

  async #isWhole(found) {
    if (!found || !(await etcdIsHealthy()) || (await this.primary()) !== found.leader) return false;
    const { leader, sync } = found;
    const members = Object.values(found.members);
    if (members.some(({ state }) => !FOLLOWING.includes(state))) return false;
    if (new Set(members.map(({ timeline }) => timeline)).size > 1) return false;
    const standbys = await this.#standbysOf(leader).catch(() => []);
    if (standbys.length < HOSTS.length - 1) return false;
    if (!this.synchronous) return true;
    const trusted = standbys.filter(({ name, sync_state }) => sync.standbys.includes(name) && sync_state === 'sync');
    return sync.leader === leader && trusted.length > 0;
  }

  /** The standbys that follow a host's server, `{name, sync_state}`. */
  async #standbysOf(host) {
    const sql = `SELECT application_name, sync_state FROM pg_stat_replication WHERE state = 'streaming'`;
    const lines = (await this.#psql(host, 'postgres', sql)).split('\n').filter(Boolean);
    return lines.map((line) => line.split('|')).map(([name, sync_state]) => ({ name, sync_state }));
  }

  /** The academy's connections to servers that are not the primary. */
  async stuck() {
    const primary = await this.primary();
    const count = `SELECT count(*) FROM pg_stat_activity WHERE usename = 'academy'`;
    const others = HOSTS.filter((host) => host !== primary);
    const counts = await Promise.all(others.map((host) => this.#psql(host, 'postgres', count)));
    return counts.reduce((sum, text) => sum + Number(text), 0);
  }

  /** The id of a host's postmaster; 0 if none runs. */
  postmaster(host) {
    try {
      return Number(readFileSync(join(this.folder, host, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return 0;
    }
  }

  /** The ids of all of a host's server processes: its data is their working folder. */
  serverOf(host) {
    const data = join(this.folder, host, 'data');
    return readdirSync('/proc').filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`) === data;
      } catch {
        return false;
      }
    });
  }

  /** The ids of the processes that send a primary's log to its standbys. */
  async senders(host) {
    return (await this.#psql(host, 'postgres', 'SELECT pid FROM pg_stat_replication')).split('\n').filter(Boolean);
  }
}
