// Writes to every service that has a database, to see when writes are back. What they write to is nobody's.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { day, form } from '../prove/writes/common.mjs';

const TITLE = 'The probe';
const PHONENUMBER = '+966590000000';
const LIMIT_MS = 2000;
const PAUSE_MS = 50;
const BACK_MS = 90_000;
const DATES = 500;
const PACE = 60;

export class Probe {
  #number = 0;

  /** `makeCalls` returns calls that begin at the edge of that number. */
  constructor(makeCalls, world) {
    Object.assign(this, { makeCalls, world });
  }

  async prepare() {
    const { world } = this;
    const calls = this.makeCalls(0);
    const made = await calls.once({
      method: 'PUT',
      path: '/api/cm/course/create-course',
      ...form({ title: TITLE, parts: JSON.stringify([{ title: 'Written' }]) }),
      token: world.token,
    });
    const learner = { email: 'probe@academy.test', password: world.password, fullname: 'Probe', address: '' };
    const user = await calls.must(
      'POST',
      '/api/cm/user/create-user',
      { ...learner, phonenumber: PHONENUMBER },
      world.token,
    );
    this.courseId = made.body.result._id;
    this.clientId = user.result._id;
    const body = { courseId: this.courseId, userIds: [this.clientId], startDate: day(-1), expiryDate: day(30) };
    await calls.must('PUT', '/api/cm/user-course/assign-user-course', body, world.token);
    for (const name of [TITLE, PHONENUMBER, `${this.courseId}/${this.clientId}`]) world.own.add(name);
  }

  /** A write to each service: its path, and bodies that change something. */
  #writes() {
    const { courseId, clientId } = this;
    const text = () => `probe-${++this.#number}`;
    const dates = () => ({ startDate: day(-1), expiryDate: day(30 + (++this.#number % DATES)) });
    return [
      ['/api/cm/course/update-course', () => ({ courseId, description: text() })],
      ['/api/cm/user/update-user', () => ({ clientId, fullname: text() })],
      ['/api/cm/user-course/update-expdate', () => ({ courseId, clientId, ...dates() })],
    ];
  }

  async #once(calls, path, body) {
    const headers = { 'idempotency-key': randomUUID() };
    return calls.once({ method: 'PUT', path, body: body(), headers, token: this.world.token });
  }

  /** How long writes take one after another, at each edge in turn: path -> milliseconds. */
  async pace() {
    const paces = new Map();
    for (const [path, body] of this.#writes()) {
      const times = [];
      for (let number = 0; number < PACE; ++number) {
        const calls = this.makeCalls(number);
        const begun = performance.now();
        const { outcome, status } = await this.#once(calls, path, body);
        if (outcome !== 'ok') throw new Error(`${path}: ${status}`);
        times.push(performance.now() - begun);
      }
      paces.set(path, times);
    }
    return paces;
  }

  /** Milliseconds from `begun` until each service has acknowledged a write that was sent from now on; undefined if not. */
  async back(begun) {
    const backs = await Promise.all(
      this.#writes().map(([path, body], number) => this.#until(begun, number, path, body)),
    );
    return backs.includes(undefined) ? undefined : Math.max(...backs);
  }

  async #until(begun, number, path, body) {
    const calls = this.makeCalls(number);
    calls.limitMs = LIMIT_MS;
    while (performance.now() - begun < BACK_MS) {
      const sent = performance.now() - begun;
      const { outcome, status, body: said } = await this.#once(calls, path, body);
      if (outcome === 'ok') return performance.now() - begun;
      calls.journal.note({ probe: path, sent: Math.round(sent), edge: calls.url, status, code: said.code });
      await pause(PAUSE_MS);
    }
    return undefined;
  }
}
