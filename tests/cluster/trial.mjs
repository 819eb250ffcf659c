// Rounds of load: clients write, a fault comes in the order that the seed decides, and when the cluster is whole again
// the clients rest and everything is checked.
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Checker } from '../prove/checker.mjs';
import { Client } from '../prove/client.mjs';
import { assets } from '../prove/files.mjs';
import { Journal } from '../prove/journal.mjs';
import { Random } from '../prove/random.mjs';
import { makeWorld, openLesson } from '../prove/world.mjs';
import { EdgeCalls } from './calls.mjs';
import { Edges } from './edges.mjs';
import { Feeds } from './feeds.mjs';
import { Probe } from './probe.mjs';
import { until } from './until.mjs';

const CLIENTS = 12;
const PREPARED_AT_ONCE = 4;
const READY_MS = 30_000;
const PROCESSED_MS = 120_000;

export class Trial {
  /** fault -> `{times, acknowledged, unknown, lost, doubled, findings, stuck, elected: [ms], back: [ms]}` */
  results = new Map();

  constructor({ seed, folder, trio, academy, programs, mailbox, sabotage }) {
    Object.assign(this, { seed, folder, trio, academy, programs, mailbox, sabotage });
    this.journal = new Journal(join(folder, 'journal.jsonl'));
    this.random = new Random(seed, 'plan');
  }

  get findings() {
    return this.checker.findings;
  }

  async prepare() {
    const { academy, journal, seed } = this;
    const calls = await this.#makeCalls(0);
    this.world = await makeWorld(calls, this.folder, this.mailbox);
    this.world.uploadOften = true;
    this.clients = Array.from({ length: CLIENTS }, (_, number) => new Client(number, seed, this.world));
    this.checker = new Checker(academy, calls, this.clients, this.world, journal);
    this.edges = new Edges(academy, this.checker, this.world);
    this.feeds = new Feeds(academy, this.checker, { skipped: this.sabotage === 'skipped' });
    await this.feeds.start();
    this.ownCalls = await Promise.all(this.clients.map(({ number }) => this.#makeCalls(number)));
    for (let at = 0; at < CLIENTS; at += PREPARED_AT_ONCE) {
      const some = this.clients.slice(at, at + PREPARED_AT_ONCE);
      await Promise.all(some.map((client) => client.prepare(this.ownCalls[client.number])));
    }
    await openLesson(calls, this.world, this.clients);
    this.probe = new Probe((number) => new EdgeCalls(academy.urls, journal, number), this.world);
    await this.probe.prepare();
  }

  async #makeCalls(number) {
    const calls = new EdgeCalls(this.academy.urls, this.journal, number);
    calls.twice = this.sabotage === 'twice';
    await calls.findRepeating();
    return calls;
  }

  /** Goes through all faults until `isEnough`, each at least once, and stops at the first finding. */
  async run(faults, isEnough) {
    for (;;) {
      for (const fault of this.random.shuffled(faults)) {
        if (this.results.size === faults.length && isEnough(this.failovers)) return;
        await this.#round(fault);
        if (this.findings.length > 0) return;
      }
    }
  }

  /** How often there was another primary. */
  get failovers() {
    return [...this.results.values()].reduce((sum, { elected }) => sum + elected.length, 0);
  }

  /** The last check: of the whole audit trail, and of everything at every edge. */
  async finish() {
    if (this.findings.length > 0) return;
    await this.#videos();
    await this.#check({ thorough: true });
    await this.edges.check();
  }

  /** Whatever was uploaded is a video in the end. */
  async #videos() {
    const ids = this.clients.flatMap(({ uploads }) => uploads);
    if (ids.length === 0) return;
    const areReady = async () => [...(await assets(this.academy, ids)).values()].every(({ ready }) => ready);
    await until('videos', areReady, PROCESSED_MS).catch(() => this.checker.find('wrong', 'uploads are no videos yet'));
  }

  async #check(how) {
    if (this.sabotage === 'unwatched') await this.trio.forgetWatched();
    await this.checker.check(how);
    await this.edges.checkSessions(this.clients);
    await this.feeds.check();
  }

  async #round(fault) {
    const { checker, journal, random, trio, academy } = this;
    const before = { ...journal.counts };
    journal.note({ fault: fault.name, begins: true, primary: await trio.primary() });
    let resting = false;
    const work = this.clients.map((client) => client.work(this.ownCalls[client.number], () => !resting));
    await pause(random.between(500, 2000));
    const { back, elected, former } = await fault.run(this);
    journal.note({ fault: fault.name, former, elected, back, load: loadavg()[0] });
    await trio.whole();
    await until('readiness', () => academy.isReady(), READY_MS);
    const stuck = await trio.stuck();
    journal.note({ fault: fault.name, whole: true, stuck });
    resting = true;
    await Promise.all(work);
    // A machine that others use too is given its share of the time.
    const limit = fault.limitMs * Math.max(1, loadavg()[0] / cpus().length);
    if (back === undefined || back > limit) {
      checker.find('wrong', `${fault.name}: writes were back after ${back ?? 'more than 90,000'} ms, not ${limit}`);
    }
    if (stuck > 0)
      checker.find('wrong', `${fault.name}: ${stuck} connections stay at a server that is not the primary`);
    if (checker.findings.length === 0) await this.#check();
    this.#count(fault, { back, elected, stuck }, before);
  }

  #count(fault, { back, elected, stuck }, before) {
    const { journal, checker } = this;
    const result = this.results.get(fault.name) ?? {
      ...{ times: 0, acknowledged: 0, unknown: 0, lost: 0, doubled: 0, findings: 0, stuck: 0 },
      ...{ elected: [], back: [] },
    };
    ++result.times;
    result.acknowledged += journal.counts.ok - before.ok;
    result.unknown += journal.counts.unknown - before.unknown;
    result.lost += checker.count('lost');
    result.doubled += checker.count('doubled');
    result.findings += checker.findings.length;
    result.stuck += stuck;
    if (elected !== undefined) result.elected.push(elected);
    if (back !== undefined) result.back.push(back);
    this.results.set(fault.name, result);
  }
}
