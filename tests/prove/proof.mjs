// A run: clients write without a pause, faults come one after another in an order that the seed decides, and after each
// the clients rest and everything is checked.
import { cpus, loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import { Failed } from './academy.mjs';
import { Client } from './client.mjs';
import { Random } from './random.mjs';
import { openLesson } from './world.mjs';

const CLIENTS = 32;
const PREPARED_AT_ONCE = 4;
const GREEN_MS = 10_000;
/** How often a run verifies the whole audit trail, and asks the edge for everything. */
const THOROUGH = 10;

export class Proof {
  /** fault -> `{times, kills: {process: times}, acknowledged, unknown, lost, doubled, findings, back: [ms]}` */
  results = new Map();
  #rounds = 0;
  /** The clients' work, which `end` ends. */
  #shift;

  constructor({ seed, folder, academy, shim, calls, journal, world, checker, clients }) {
    Object.assign(this, { seed, folder, academy, shim, calls, journal, world, checker, clients });
    this.random = new Random(seed, 'plan');
  }

  static async prepareClients(calls, seed, world) {
    const clients = Array.from({ length: CLIENTS }, (_, number) => new Client(number, seed, world));
    for (let at = 0; at < CLIENTS; at += PREPARED_AT_ONCE) {
      await Promise.all(clients.slice(at, at + PREPARED_AT_ONCE).map((client) => client.prepare(calls)));
    }
    await openLesson(calls, world, clients);
    return clients;
  }

  /** Goes through all faults, again and again until `end`, and stops at the first finding. */
  async run(faults, end) {
    while (performance.now() < end) {
      for (const fault of this.random.shuffled(faults)) {
        if (performance.now() >= end && this.results.size === faults.length) return;
        await this.#round(fault);
        if (this.checker.findings.length > 0) return;
      }
    }
  }

  async #round(fault) {
    const { checker, journal, random } = this;
    const before = { ...journal.counts };
    journal.note({ fault: fault.name, begins: true });
    this.#begin();
    await pause(random.between(400, 1500));
    if (fault.resting) await this.#rest();
    let endedAt;
    const ended = () => (endedAt = performance.now());
    const kills = [];
    const killed = (name) => kills.push(name);
    const worksAWhile = () => this.#workAWhile();
    try {
      await fault.run({ ...this, random, ended, killed, worksAWhile });
    } catch (error) {
      if (!(error instanceof Failed)) throw error;
      checker.find('wrong', `${fault.name}: ${error.message}`);
    }
    endedAt ??= performance.now();
    journal.note({ fault: fault.name, ended: true });
    const green = await this.academy.green();
    const back = performance.now() - endedAt;
    journal.note({ fault: fault.name, back: Math.round(back), load: loadavg()[0] });
    if (fault.resting) this.#begin();
    await pause(500);
    await this.#rest();
    // A machine that others use too is given its share of the time.
    const limit = GREEN_MS * Math.max(1, loadavg()[0] / cpus().length);
    if (green === undefined || back > limit) {
      checker.find(
        'wrong',
        `${fault.name}: not ready within ${Math.round(limit / 1000)} s, but after ${green === undefined ? 'more than a minute' : `${Math.round(back / 1000)} s`}`,
      );
    }
    if (checker.findings.length === 0) await checker.check({ thorough: this.#rounds++ % THOROUGH === 0 });
    this.#count(fault, kills, back, before);
  }

  #begin() {
    const shift = { ended: false };
    const work = this.clients.map((client) => client.work(this.calls, () => !shift.ended));
    this.#shift = { work, end: () => (shift.ended = true) };
  }

  async #rest() {
    this.#shift.end();
    await Promise.all(this.#shift.work);
  }

  async #workAWhile() {
    this.#begin();
    await pause(1000);
    await this.#rest();
  }

  #count(fault, kills, back, before) {
    const { counts } = this.journal;
    const result = this.results.get(fault.name) ?? {
      ...{ times: 0, acknowledged: 0, unknown: 0, lost: 0, doubled: 0, findings: 0 },
      kills: {},
      back: [],
    };
    ++result.times;
    for (const name of kills) result.kills[name] = (result.kills[name] ?? 0) + 1;
    result.acknowledged += counts.ok - before.ok;
    result.unknown += counts.unknown - before.unknown;
    result.back.push(back);
    result.lost += this.checker.count('lost');
    result.doubled += this.checker.count('doubled');
    result.findings += this.checker.findings.length;
    this.results.set(fault.name, result);
  }
}
