// Calls at three edges: one after another, whenever an answer does not come.
import { randomInt, randomUUID } from 'node:crypto';

import { Calls } from '../prove/calls.mjs';

const LIMIT_MS = 5000;
/** A call whose outcome is not known is repeated so long when its client is to rest: nothing is under way afterwards. */
const PATIENCE_MS = 30_000;

export class EdgeCalls extends Calls {
  limitMs = LIMIT_MS;
  /** Sabotage: makes courses twice. */
  twice = false;
  #urls;
  #at;

  /** Begins at the edge of that number. */
  constructor(urls, journal, number = 0) {
    super(urls[number % urls.length], journal);
    this.#urls = urls;
    this.#at = number;
  }

  async once(request) {
    // Each call comes from another visitor, as far as limits by address are concerned.
    const address = `10.80.${randomInt(256)}.${randomInt(1, 255)}`;
    const answer = await super.once({ ...request, headers: { ...request.headers, 'x-forwarded-for': address } });
    if (answer.outcome === 'unknown' || answer.status === 0) this.url = this.#urls[++this.#at % this.#urls.length];
    return answer;
  }

  async everywhere(request) {
    const ask = async (url) => ({ url, answer: await new EdgeCalls([url], this.journal).once(request) });
    return Promise.all(this.#urls.map(ask));
  }

  async write(request, what, ended = () => false) {
    let since;
    const patient = () => {
      if (!ended()) return false;
      since ??= performance.now();
      return performance.now() - since > PATIENCE_MS;
    };
    if (this.twice && what.write === 'create course') {
      await this.once({ ...request, headers: { ...request.headers, 'idempotency-key': randomUUID() } });
    }
    return super.write(request, what, patient);
  }
}
