// A running academy on this machine whose processes are measured: with SQLite, or with a PostgreSQL server of its own.
import { readdir, readFile, writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Academy, cpuOfProcess, tool } from '../lib/academy.mjs';
import { raiseDescriptorLimit } from '../lib/hostile.mjs';
import { allLearners, newCourse, sql, whileStopped } from '../lib/lessons.mjs';
import { LiveLoad } from '../lib/live-load.mjs';
import { addSegments, film } from '../lib/media.mjs';
import { Cluster } from '../lib/postgresql.mjs';

const SERVICES = ['auth', 'catalog', 'enrollment', 'presence'];
const PROCESSES = ['edge', ...SERVICES];
const SEGMENTS = 40;
const LESSON_SECONDS = 3600;
const DAY_MS = 86_400_000;

/** The processes whose parent is `pid`, and itself. */
async function family(pid) {
  const pids = [pid];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) pids.push(Number(name));
  }
  return pids;
}

export class Running {
  /** Starts an academy in which `learners` learners may watch a course. */
  static async start({ engine, learners, segmentBytes }) {
    await raiseDescriptorLimit(4 * learners + 2000);
    const running = new Running();
    running.home = await mkdtemp(join(tmpdir(), 'academy-capacity-'));
    try {
      await running.#start(engine, learners, segmentBytes);
    } catch (error) {
      await running.stop();
      throw error;
    }
    return running;
  }

  async #start(engine, learners, segmentBytes) {
    const flags = [];
    let seed = {};
    if (engine === 'postgresql') {
      this.cluster = new Cluster();
      const urls = Object.fromEntries(SERVICES.map((name) => [name, this.cluster.create(name)]));
      for (const name of SERVICES) await writeFile(join(this.home, name), urls[name], { mode: 0o600 });
      flags.push('--db-files', this.home);
      seed = { database: urls.auth };
    }
    this.academy = await Academy.start(learners, { seed: 'seed_live', seedArgs: [1], flags, ...seed });
    const { course, token, files, path } = await film(this.academy, this.home);
    Object.assign(this, { course, path });
    await addSegments(files, SEGMENTS, segmentBytes);
    // The film is short, but is watched for long.
    const longer = `UPDATE assets SET duration = ${LESSON_SECONDS}`;
    await whileStopped(this.academy, () =>
      this.cluster ? this.cluster.run('catalog', longer) : sql(this.academy, 'catalog', longer),
    );
    await this.#assignToAll(token);
    await this.only(learners);
  }

  async #assignToAll(token) {
    const ids = (await allLearners(this.academy, token)).map(({ _id }) => _id);
    const day = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
    const dates = { courseId: this.course._id, startDate: day(-1), expiryDate: day(30) };
    for (let first = 0; first < ids.length; first += 1000) {
      const userIds = ids.slice(first, first + 1000);
      await this.academy.call('PUT', '/api/cm/user-course/bulk-assign', { userIds, ...dates }, token);
    }
  }

  get port() {
    return new URL(this.academy.url).port;
  }

  /** Whoever watches, asks or is connected from now on is one of the first `learners`. */
  async only(learners) {
    this.tokens = join(this.home, `tokens-${learners}`);
    await writeFile(this.tokens, this.academy.seeded.learners.slice(0, learners).join('\n'), { mode: 0o600 });
  }

  /** Runs watch_load for `seconds` with its last arguments. */
  load(seconds, ...args) {
    const parts = this.course.parts.map(({ _id }) => _id).join(',');
    return tool('watch_load', this.port, this.tokens, this.course._id, parts, seconds, ...args);
  }

  /** Learners with a live connection each, until the function that is returned is called. */
  async connect(learners) {
    const live = new LiveLoad(this.port, this.tokens);
    const { failed } = await live.command('connect', 0, learners, 0);
    if (failed > 0) throw new Error(`${failed} live connections failed`);
    return () => live.stop();
  }

  /** Processor time of each process so far, and batches of reports. `others` is what else the machine did. */
  async count() {
    const cpu = {};
    for (const name of PROCESSES) cpu[name] = await this.academy.cpuOf(name);
    cpu.store = 0;
    if (this.cluster) {
      for (const pid of await family(this.cluster.pid)) cpu.store += await cpuOfProcess(pid).catch(() => 0);
    }
    const metrics = await (await fetch(`${this.academy.url}/metrics`)).text();
    const batches = Number(/^academy_progress_batches_total(?:\{[^}]*\})? (\S+)$/m.exec(metrics)?.[1] ?? 0);
    return { at: performance.now() / 1000, cpu, batches };
  }

  /** What was counted between two seconds after `begun`, a time of `performance.now()`. */
  async between(begun, from, to) {
    const until = (seconds) => pause(Math.max(0, begun + 1000 * seconds - performance.now()));
    await until(from);
    const before = await this.count();
    await until(to);
    const after = await this.count();
    const cpu = Object.fromEntries(Object.keys(after.cpu).map((name) => [name, after.cpu[name] - before.cpu[name]]));
    return { seconds: after.at - before.at, cpu, batches: after.batches - before.batches };
  }

  async stop() {
    await this.academy?.stop();
    this.cluster?.stop();
    await rm(this.home, { recursive: true, force: true });
  }
}
