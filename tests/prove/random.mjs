// Random choices that a seed repeats.

/** A generator (xorshift32) of its own for each purpose, so that one's choices do not move another's. */
export class Random {
  #state;

  constructor(seed, purpose) {
    let hash = 2166136261;
    for (const letter of `${seed}/${purpose}`) hash = Math.imul(hash ^ letter.codePointAt(0), 16777619);
    this.#state = hash >>> 0 || 1;
    for (let i = 0; i < 8; ++i) this.below(2);
  }

  /** A whole number from 0 to `limit` - 1. */
  below(limit) {
    let x = this.#state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.#state = x >>> 0;
    return this.#state % limit;
  }

  between(least, most) {
    return least + this.below(most - least + 1);
  }

  of(list) {
    return list[this.below(list.length)];
  }

  /** One of `{weight, ...}` by weight. */
  weighted(list) {
    let at = this.below(list.reduce((sum, { weight }) => sum + weight, 0));
    return list.find(({ weight }) => (at -= weight) < 0);
  }

  shuffled(list) {
    const rest = [...list];
    return list.map(() => rest.splice(this.below(rest.length), 1)[0]);
  }
}
