// What was sent and what was answered, each written before the next step. The file is the evidence of a counterexample.
import { openSync, writeSync } from 'node:fs';

export class Journal {
  /** `ended`: how often a token that had ended was refused. */
  counts = { ok: 0, refused: 0, unknown: 0, replayed: 0, ended: 0 };
  /** kind of write -> outcome -> number. */
  writes = new Map();
  #file;
  #number = 0;
  #begun = performance.now();

  constructor(path) {
    this.#file = openSync(path, 'a');
  }

  /** Records a call before it is sent, and returns its number. */
  sent(call) {
    const number = ++this.#number;
    this.note({ call: number, ...call });
    return number;
  }

  answered(number, write, outcome, more = {}) {
    ++this.counts[outcome];
    const outcomes = this.writes.get(write) ?? { ok: 0, refused: 0, unknown: 0 };
    ++outcomes[outcome];
    this.writes.set(write, outcomes);
    this.note({ call: number, outcome, ...more });
  }

  note(fields) {
    const ms = Math.round(performance.now() - this.#begun);
    writeSync(this.#file, `${JSON.stringify({ ms, at: new Date().toISOString(), ...fields })}\n`);
  }
}
