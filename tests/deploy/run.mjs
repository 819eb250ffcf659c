// What runs on empty machines have in common: commands there, checks whose failure is a finding, and the report.
import { spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { COULD_NOT_RUN, untilInputEnds } from '../harness/own-namespaces.mjs';

const AS_PROMISED = 0;
const NOT_AS_PROMISED = 1;
const LAST_LINES = 15;
export const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** Prepares `run`, does all of it, and returns the exit code. Ends early when the input does. */
export const carryOut = (run) => untilInputEnds(attempt(run));

async function attempt(run) {
  try {
    await run.prepare();
  } catch (error) {
    console.error(`The machines could not be made: ${error.stack}`);
    return COULD_NOT_RUN;
  }
  await run.all();
  run.hosts.stop();
  if (run.flags.report) writeFileSync(run.flags.report, run.report());
  return run.failed.length > 0 ? NOT_AS_PROMISED : AS_PROMISED;
}

export class Run {
  /** What held -> the seconds it took. */
  passed = new Map();
  failed = [];

  constructor(name, flags, folder) {
    Object.assign(this, { name, flags, folder });
    this.log = openSync(join(folder, 'commands.log'), 'a');
  }

  /**
   * Runs `text` by bash with the words `on` before it (hosts.on), or here without any, and returns what it says. It must
   * end with `code`; `title` tells which one it was.
   */
  shell(on, text, { title = text, cwd = '/', env = {}, code = 0 } = {}) {
    const [command, ...rest] = [...on, 'bash', '-euo', 'pipefail', '-c', text];
    const options = { cwd, env: { HOME: '/root', TERM: 'dumb', PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] };
    return new Promise((resolve, reject) => {
      let said = '';
      const child = spawn(command, rest, options);
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (said += piece));
      child.once('close', (ended) => {
        writeFileSync(this.log, `== ${title}: ${ended}\n${title === text ? '' : `${text}\n--\n`}${said}\n`);
        if (ended === code) return resolve(said);
        const last = said.trim().split('\n').slice(-LAST_LINES).join('\n    ');
        return reject(new Error(`${title} ended with ${ended}:\n    ${last}`));
      });
    });
  }

  /** Does something whose failure is a finding; returns whether it held. */
  async check(what, act) {
    const begun = performance.now();
    try {
      const said = await act();
      const seconds = (performance.now() - begun) / 1000;
      console.log(`  ${what}: ${seconds.toFixed(1)} s${said === undefined ? '' : `, ${said}`}`);
      this.passed.set(what, seconds);
      return true;
    } catch (error) {
      console.error(`  failed: ${what}: ${error.message}`);
      this.failed.push(`${what}: ${error.message.split('\n')[0]}`);
      return false;
    }
  }

  /** As the other parts': counts, and what failed. */
  report() {
    const failures = this.failed.map((each) => `  failed  ${this.name}: ${each}\n`).join('');
    return `${this.passed.size} ${this.failed.length}\n${failures}`;
  }
}
