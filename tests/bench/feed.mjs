// One change feed on PostgreSQL, to which several processes append at once: whether the reader misses or repeats an
// event, how long events take to it, and how many are committed a second, beside one process that does all of it.
//   ./academy bench feed [--processes N] [--writers N] [--events N]
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

import { ROOT } from './lib/academy.mjs';
import { Cluster } from './lib/postgresql.mjs';

const run = promisify(execFile);

const { values } = parseArgs({
  options: {
    processes: { type: 'string', default: '3' },
    writers: { type: 'string', default: '64' },
    events: { type: 'string', default: '192000' },
  },
});

const server = new Cluster();
try {
  for (const [database, processes] of [
    ['several', values.processes],
    ['one', '1'],
  ]) {
    const words = [server.create(database), processes, values.writers, values.events];
    const { stdout } = await run(join(ROOT, 'out/bench/feed_load'), words);
    const found = JSON.parse(stdout);
    console.log(`${processes} processes: ${Math.round(found.events / found.seconds)}/s`, JSON.stringify(found));
    if (found.missed > 0 || found.repeated > 0) process.exitCode = 1;
  }
} finally {
  server.stop();
}
