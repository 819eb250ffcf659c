// Calls of the academy whose outcome may stay unknown.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

const LIMIT_MS = 15_000;
const REPEAT_MS = 200;
const PATIENCE_MS = 30_000;

export class Calls {
  /** Whether the academy repeats its answer to a repeated key; until then an unknown outcome stays unknown. */
  repeating = false;
  /** How long a call may take. */
  limitMs = LIMIT_MS;
  /** `verb path` of the calls that take a key. */
  #keyed = new Set();

  constructor(url, journal) {
    Object.assign(this, { url, journal });
  }

  /** Looks in the academy's own description for what it does with keys, and which calls take one. */
  async findRepeating() {
    const { paths } = await (await fetch(`${this.url}/openapi.json`)).json();
    for (const [path, verbs] of Object.entries(paths)) {
      for (const [verb, call] of Object.entries(verbs)) {
        if (/Idempotency-Key/i.test(JSON.stringify(call.parameters ?? []))) this.#keyed.add(`${verb} ${path}`);
      }
    }
    this.repeating = this.#keyed.size > 0;
  }

  /** Whether the answer comes again if the call is made again with its key. */
  replays({ method, path, keyless }) {
    return !keyless && this.#keyed.has(`${method.toLowerCase()} ${path}`);
  }

  /** Whether the call made again is done once. */
  isRepeatable(request) {
    return this.repeating && (this.replays(request) || request.sameAgain === true);
  }

  /** Sends one request; `{outcome, status, body}`. `isWhole` tells from the body of a 200 whether all of it was done. */
  async once({ method, path, body, token, headers = {}, isWhole }) {
    const all = { ...headers };
    if (token) all.authorization = `Bearer ${token}`;
    let payload = body;
    if (typeof body === 'function') payload = body();
    else if (body !== undefined && !(body instanceof Uint8Array)) {
      all['content-type'] = 'application/json';
      payload = JSON.stringify(body);
    }
    try {
      const signal = AbortSignal.timeout(this.limitMs);
      const answer = await fetch(this.url + path, { method, headers: all, body: payload, signal });
      const text = await answer.text();
      const { status } = answer;
      const replayed = answer.headers.get('idempotency-replayed') === 'true';
      const parsed = text.startsWith('{') ? JSON.parse(text) : {};
      let outcome = status < 300 ? 'ok' : status < 500 ? 'refused' : 'unknown';
      if (outcome === 'ok' && isWhole && !isWhole(parsed)) outcome = 'unknown';
      return { outcome, status, replayed, body: parsed, location: answer.headers.get('location') };
    } catch (error) {
      // Nobody listens: nothing was sent.
      const code = error.cause?.code ?? error.name;
      return { outcome: code === 'ECONNREFUSED' ? 'refused' : 'unknown', status: 0, body: { code } };
    }
  }

  /**
   * A write with a key, unless it is `keyless`: if the call takes keys, it is repeated until its outcome is known, or until
   * `ended` says no. So is a request that says of itself that it changes nothing a second time (`sameAgain`). The answer
   * is `late` if an attempt may still be carried out.
   */
  async write(request, what, ended = () => false) {
    const key = request.keyless ? undefined : randomUUID();
    const keyed = key ? { ...request, headers: { ...request.headers, 'idempotency-key': key } } : request;
    const number = this.journal.sent({ ...what, key, path: request.path });
    let answer = await this.once(keyed);
    let repeated = false;
    while (
      this.isRepeatable(request) &&
      answer.outcome !== 'ok' &&
      (answer.outcome === 'unknown' || isAtWork(answer)) &&
      !ended()
    ) {
      this.journal.note({ call: number, outcome: 'repeating', status: answer.status });
      repeated = true;
      await pause(REPEAT_MS);
      const again = await this.once(keyed);
      // A refused connection says nothing about the calls before it.
      answer = again.status === 0 ? { ...again, outcome: 'unknown' } : again;
    }
    if (isAtWork(answer)) answer = { ...answer, outcome: 'unknown' };
    if (answer.replayed) ++this.journal.counts.replayed;
    this.journal.answered(number, what.write, answer.outcome, { status: answer.status, code: answer.body.code });
    // Without a key nothing stops an attempt that was given up from being carried out after its repetition.
    const late = !this.replays(request) && (repeated || answer.outcome === 'unknown');
    return { ...answer, key, late };
  }

  /** Sends the request wherever it can be answered: `[{url, answer}]`. */
  async everywhere(request) {
    return [{ url: this.url, answer: await this.once(request) }];
  }

  /** Asks again with the same key; with keys the first answer comes again. Undefined if no answer came. */
  async again(request, what, { key }) {
    const number = this.journal.sent({ ...what, key, path: request.path, again: true });
    const answer = await this.once({ ...request, headers: { ...request.headers, 'idempotency-key': key } });
    this.journal.note({ call: number, outcome: answer.outcome, status: answer.status, replayed: answer.replayed });
    if (answer.replayed) ++this.journal.counts.replayed;
    return answer.outcome === 'unknown' || answer.status === 0 || isAtWork(answer) ? undefined : answer;
  }

  /** A call that must succeed, for preparations. */
  async must(method, path, body, token) {
    const end = performance.now() + 60_000;
    for (;;) {
      const answer = await this.once({ method, path, body, token });
      if (answer.outcome === 'ok') return answer.body;
      if (answer.outcome === 'refused' && answer.status !== 0 && answer.status !== 429) {
        throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      }
      if (performance.now() > end) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.code}`);
      await pause(REPEAT_MS);
    }
  }
}

/** What `ask` returns, asked again while a busy machine makes it late: what may be waited for is not missing. */
export async function settled(ask) {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    const late = answer.status === 0 || answer.status === 503 || answer.status === 504;
    if (!late || performance.now() > end) return answer;
    await pause(REPEAT_MS);
  }
}

const isAtWork = ({ status, body }) => status === 409 && body.code === 'in_progress';
