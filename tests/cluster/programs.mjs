// Starts programs on hosts, and starts them again when they end. All of them are in the run's process namespace, which
// the kernel ends with the run.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { on } from './network.mjs';

const RESTART_MS = 100;

export class Programs {
  /** name -> its process. */
  #children = new Map();
  #stopping = false;

  constructor(folder) {
    this.folder = folder;
  }

  /** Starts `words` on `host`, as `user` if one is given; standard output and error are in `<name>.log`. */
  start(name, { host, user, words, cwd = '/' }) {
    const log = openSync(join(this.folder, `${name}.log`), 'a');
    const as = user ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', '--'] : [];
    const [command, ...rest] = [...on(host), ...as, ...words.map(String)];
    const child = spawn(command, rest, { stdio: ['ignore', log, log], cwd });
    this.#children.set(name, child);
    child.once('exit', async () => {
      await pause(RESTART_MS);
      if (!this.#stopping) this.start(name, { host, user, words, cwd });
    });
  }

  pidOf(name) {
    return this.#children.get(name).pid;
  }

  signal(name, signal) {
    return this.#children.get(name).kill(signal);
  }

  /** Starts nothing again from here on, and ends what runs. */
  stop() {
    this.#stopping = true;
    for (const child of this.#children.values()) child.kill('SIGKILL');
  }
}
