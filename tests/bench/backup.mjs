// How long a backup and its restore take while learners write 200 times a second, and what the backup costs them: all of
// its parts, the check of the copy included, run on the same machine. The academy has people and no videos.
//   node tests/bench/backup.mjs [LEARNERS [ROUNDS]]
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { Academy, ROOT } from './lib/academy.mjs';
import { load, median, ms, table } from './lib/report.mjs';

const LEARNERS = Number(process.argv[2] ?? 20_000);
const WRITES_PER_SECOND = 200;
// A session may call 50 times a second.
const WRITERS = 20;
const ROUNDS = Number(process.argv[3] ?? 3);
const QUIET_MS = 5000;

const run = promisify(execFile);
const command = async (...words) => (await run(join(ROOT, 'academy'), words)).stdout;

/** Learners who change their address, each call begun at its time whether or not those before have been answered. */
class Writers {
  calls = [];
  #stopped = false;

  constructor(academy, tokens) {
    this.done = Promise.all(tokens.map((token, index) => this.#write(academy, token, index)));
  }

  async #write(academy, token, index) {
    const interval = (1000 * WRITERS) / WRITES_PER_SECOND;
    const waiting = [];
    let next = performance.now() + (interval * index) / WRITERS;
    for (let number = 0; !this.#stopped; ++number, next += interval) {
      await pause(Math.max(0, next - performance.now()));
      const at = performance.now();
      const call = academy.call('POST', '/api/user/update-user', { address: `Street ${number}` }, token);
      waiting.push(call.then(() => this.calls.push({ at, took: performance.now() - at })));
    }
    await Promise.all(waiting);
  }

  /** The writes that began in a span of time, and how long they took. */
  between(begin, end) {
    const times = this.calls
      .filter(({ at }) => at >= begin && at < end)
      .map(({ took }) => took)
      .sort((a, b) => a - b);
    const at = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
    return { perSecond: (1000 * times.length) / (end - begin), p50: at(0.5), p99: at(0.99) };
  }

  async stop() {
    this.#stopped = true;
    await this.done;
  }
}

const academy = await Academy.start(LEARNERS);
const scratch = await mkdtemp(join(tmpdir(), 'academy-'));
try {
  const tokens = [];
  // seed_people deactivates every twentieth learner.
  for (let number = 1; tokens.length < WRITERS; number += 20) {
    const email = `learner-${number}@academy.example`;
    const body = { email, password: academy.password };
    tokens.push((await academy.call('POST', '/api/auth/login', body)).clientToken);
  }
  const writers = new Writers(academy, tokens);
  const rounds = [];
  for (let i = 0; i < ROUNDS; ++i) {
    const quiet = performance.now();
    await pause(QUIET_MS);
    const begun = performance.now();
    const said = await command('backup', '--to', join(scratch, 'backups'), '--data', academy.data);
    const ended = performance.now();
    const [, bytes, sent] = /: (\d+) bytes, (\d+) of them sent/.exec(said).map(Number);
    const folder = join(scratch, `restored-${i}`);
    await command('restore', '--from', join(scratch, 'backups'), '--data', folder);
    const restored = performance.now();
    await rm(folder, { recursive: true });
    rounds.push({ bytes, sent, backup: ended - begun, restore: restored - ended, begun, ended, quiet });
  }
  await writers.stop();
  for (const round of rounds) {
    round.before = writers.between(round.quiet, round.begun);
    round.during = writers.between(round.begun, round.ended);
  }
  const of = (figure) => median(rounds.map(figure));
  const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
  const writes = ({ perSecond, p50, p99 }) => `${perSecond.toFixed(0)} /s, ${ms(p50)}, ${ms(p99)}`;
  const middle = (when) => ({
    perSecond: of((round) => round[when].perSecond),
    p50: of((round) => round[when].p50),
    p99: of((round) => round[when].p99),
  });
  table(
    `Backups of ${LEARNERS} learners under ${WRITES_PER_SECOND} writes a second; medians of ${ROUNDS} (${load()})`,
    ['', 'figure'],
    [
      ['data', mb(of((round) => round.bytes))],
      ['stored by the first, by the last backup', `${mb(rounds[0].sent)}, ${mb(rounds.at(-1).sent)}`],
      ['backup, with its check', `${(of((round) => round.backup) / 1000).toFixed(1)} s`],
      ['restore', `${(of((round) => round.restore) / 1000).toFixed(1)} s`],
      ['writes, half within, 99 of 100 within: before', writes(middle('before'))],
      ['during the backup', writes(middle('during'))],
    ],
  );
} finally {
  await academy.stop();
  await rm(scratch, { recursive: true, force: true });
}
