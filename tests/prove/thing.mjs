// What one client writes to: a course, a learner, an assignment or a lesson's progress. Only this client changes it, one
// call at a time, so its state after each call is known.

const MAX_HISTORY = 200;

export class Thing {
  /** Its id, once an answer or the database has told it. */
  id;
  /** What was acknowledged last, as the checker reads it from the database; null if it is not there. */
  state = null;
  /** `{after}` while the outcome of a call is not known: the state if it was done. */
  pending;
  /** How many calls have changed it: the audit trail has as many events about it. */
  effects = 0;
  /** The mails that its changes send: recipient -> number. */
  mails = new Map();
  /** The states that it had, oldest first, to judge older copies. */
  history = [{ state: null, since: 0 }];

  constructor(kind, name) {
    Object.assign(this, { kind, name });
  }

  /** Takes a state that is certain. */
  become(state) {
    if (this.state?.email && state?.email && this.state.email !== state.email) {
      for (const to of [this.state.email, state.email]) this.mails.set(to, (this.mails.get(to) ?? 0) + 1);
    }
    this.state = state;
    this.pending = undefined;
    ++this.effects;
    this.history.push({ state, since: performance.now() });
    if (this.history.length > MAX_HISTORY) this.history.shift();
  }

  /** The states that a copy may have that was made between these times. */
  statesBetween(begun, ended) {
    const states = this.history
      .filter(({ since }, index) => since <= ended && (this.history[index + 1]?.since ?? Infinity) >= begun)
      .map(({ state }) => state);
    return this.pending ? [...states, this.pending.after] : states;
  }
}

/** Compares states; both are plain and have their fields in the same order. */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
