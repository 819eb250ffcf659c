// Many live connections, held by a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { ROOT } from './academy.mjs';

/** Controls tests/bench/programs/live_load.cc, one command at a time. */
export class LiveLoad {
  constructor(port, tokens) {
    this.child = spawn(join(ROOT, 'out/bench/live_load'), [String(port), tokens], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.lines = createInterface(this.child.stdout);
  }

  async command(...words) {
    const answer = once(this.lines, 'line');
    this.child.stdin.write(`${words.join(' ')}\n`);
    return JSON.parse((await answer)[0]);
  }

  async stop() {
    const closed = once(this.child, 'close');
    this.child.stdin.end();
    await closed;
  }
}
