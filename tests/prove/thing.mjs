// What one client writes to: a course, a learner, an assignment, a lesson's progress, ... Only this client changes it,
// one call at a time, so its state after each call is known.

const MAX_HISTORY = 200;

export class Thing {
  /** Its id, once an answer or the database has told it. */
  id;
  /** What was acknowledged last, as the checker reads it from the database; null if it is not there. */
  state = null;
  /** `{after}` while the outcome of a call is not known: the state if it was done. */
  pending;
  /** What the audit trail says was changed when this is, if that is another thing. */
  subject;
  /** Whether it stays the client's when it is not there. */
  lasting = false;
  /** How many calls have changed it: the audit trail has as many events about it. */
  effects = 0;
  /** The mails that its changes send: `kind recipient` -> number. */
  mails = new Map();
  /** The states that it had, oldest first, to judge older copies. */
  history = [{ state: null, since: 0 }];

  constructor(kind, name, more = {}) {
    Object.assign(this, { kind, name }, more);
  }

  /** Takes a state that is certain. */
  become(state) {
    for (const mail of mailsOf(this, state)) this.mails.set(mail, (this.mails.get(mail) ?? 0) + 1);
    this.state = state;
    this.pending = undefined;
    ++(this.subject ?? this).effects;
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

/** The mails that a change to this state sends. */
function mailsOf({ kind, name, state, subject }, after) {
  if (!state || !after) return [];
  if (kind === 'learner' && state.email !== after.email) {
    return [state.email, after.email].map((to) => `email_changed ${to}`);
  }
  if (kind === 'password') return [`password_changed ${subject.state.email}`];
  if (kind !== 'manager') return [];
  if (state.totp !== after.totp) return [`factors_changed ${name}`];
  return state.role === after.role ? [] : [`role_changed ${name}`];
}

/** Compares states; both are plain and have their fields in the same order. */
export const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
