// An academy whose processes run under valgrind's callgrind, which counts their instructions.
//
// Counts must not differ by themselves: there is one processor, so that nothing spins and the numbers of threads are the
// same on every machine; addresses, which hashes begin with, are not random; and the C library copies long texts by
// instructions of a fixed width. valgrind presents its own processor to the programs, whatever the machine has.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { ROOT } from './academy.mjs';

const run = promisify(execFile);
const COUNTED = ['auth', 'catalog', 'enrollment', 'edge'];
const START_LIMIT_MS = 120_000;
const WARM_UP_TRIES = 20;
const WIDTH = 0x40000000;
const TUNABLES = ['rep_movsb_threshold', 'rep_stosb_threshold', 'non_temporal_threshold'].map(
  (name) => `glibc.cpu.x86_${name}=0x${(name.startsWith('non') ? WIDTH / 4 : WIDTH).toString(16)}`,
);

/** The instructions in a callgrind profile, without those of calls to functions whose name matches `without`. */
export function instructionsIn(profile, without) {
  const total = Number(/^totals: (\d+)$/m.exec(profile)?.[1]);
  if (without === undefined) return total;
  // A name is written at its first use only, with a number for the others.
  const numbers = new Set();
  for (const [, number, name] of profile.matchAll(/^c?fn=(\(\d+\)) (.*)$/gm))
    if (without.test(name)) numbers.add(number);
  let left = total;
  for (const [, number, cost] of profile.matchAll(/^cfn=(\(\d+\)).*\n(?:c\w+=.*\n)*calls=.*\n\S+ (\d+)$/gm)) {
    if (numbers.has(number)) left -= Number(cost);
  }
  return left;
}

export class CountedAcademy {
  /** Starts the processes on a data folder whose academy is stopped. */
  static async start(data) {
    const academy = new CountedAcademy(data);
    try {
      await academy.run();
    } catch (error) {
      await academy.stop();
      throw error;
    }
    return academy;
  }

  constructor(data) {
    this.folder = join(data, 'counts');
    Object.assign(this, { data, children: new Map(), dumps: new Map() });
    this.agent = new Agent({ keepAlive: true, maxSockets: 1 });
  }

  async run() {
    await mkdir(this.folder, { recursive: true });
    const [first] = /^Cpus_allowed_list:\s+(\d+)/m.exec(await readFile('/proc/self/status', 'utf8')).slice(1);
    for (const name of [...COUNTED, 'presence']) await rm(join(this.data, 'run', `${name}.addr`), { force: true });
    for (const name of [...COUNTED, 'presence']) {
      const flags =
        name === 'edge'
          ? ['--port=0', `--web=${ROOT}/out/web`]
          : ['--grpc_port=0', ...(name === 'auth' ? ['--bot_check=off'] : [])];
      const counting = [
        ...['valgrind', '-q', '--tool=callgrind', '--instr-atstart=no'],
        `--callgrind-out-file=${join(this.folder, name)}`,
      ];
      const command = [
        ...['setpriv', '--pdeathsig', 'TERM', '--', 'setarch', '-R', 'taskset', '-c', first],
        ...(COUNTED.includes(name) ? counting : []),
        ...[join(ROOT, 'out/bin', name), `--data=${this.data}`, ...flags],
      ];
      const log = openSync(join(this.data, 'logs', `${name}.log`), 'a');
      const env = { ...process.env, GLIBC_TUNABLES: TUNABLES.join(':') };
      const child = spawn(command[0], command.slice(1), { stdio: ['ignore', log, log], cwd: ROOT, env });
      this.children.set(name, child);
    }
    const end = performance.now() + START_LIMIT_MS;
    while (!(await this.isReady())) {
      const ended = [...this.children].find(([, child]) => child.exitCode !== null || child.signalCode !== null);
      if (ended) throw new Error(`${ended[0]} ended under valgrind; see ${this.data}/logs/${ended[0]}.log`);
      if (performance.now() > end) throw new Error('the academy was not ready in time under valgrind');
      await pause(100);
    }
    await Promise.all(COUNTED.map((name) => this.tell(name, 'instrumentation', 'on')));
  }

  async isReady() {
    const address = await readFile(join(this.data, 'run/edge.addr'), 'utf8').catch(() => '');
    if (address.trim() === '') return false;
    this.url = `http://${address.trim()}`;
    return fetch(`${this.url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
  }

  /** Makes a request on the one connection. Returns the status and the body. */
  ask({ method = 'GET', path, body = undefined, token = undefined, headers = {} }) {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const all = { ...headers };
    if (payload !== undefined) all['content-type'] = 'application/json';
    if (payload !== undefined) all['content-length'] = Buffer.byteLength(payload);
    if (token !== undefined) all.authorization = `Bearer ${token}`;
    return new Promise((done, fail) => {
      const sent = request(this.url + path, { agent: this.agent, method, headers: all }, (answer) => {
        const pieces = [];
        answer.on('data', (piece) => pieces.push(piece));
        answer.on('end', () => done({ status: answer.statusCode, body: Buffer.concat(pieces) }));
        answer.on('error', fail);
      });
      sent.on('error', fail);
      sent.end(payload);
    });
  }

  /** The answer's body, once it is a success: what valgrind has to translate first may take longer than a call may. */
  async askWarmingUp(call) {
    for (let tries = 0; ; ++tries) {
      const { status, body } = await this.ask(call);
      if (status === 200) return body;
      if (tries > WARM_UP_TRIES) throw new Error(`${call.path}: ${status} ${body}`);
    }
  }

  /** The instructions that each process takes while `work` runs, without the calls to functions that `without` matches. */
  async count(work, without) {
    await Promise.all(COUNTED.map((name) => this.tell(name, 'zero')));
    await work();
    return Object.fromEntries(await Promise.all(COUNTED.map(async (name) => [name, await this.dump(name, without)])));
  }

  async dump(name, without) {
    await this.tell(name, 'dump');
    const number = (this.dumps.get(name) ?? 0) + 1;
    this.dumps.set(name, number);
    const file = join(this.folder, `${name}.${number}`);
    const profile = await readFile(file, 'utf8');
    await rm(file);
    return instructionsIn(profile, without);
  }

  async tell(name, ...words) {
    await run('vgdb', [`--pid=${this.children.get(name).pid}`, ...words], { timeout: START_LIMIT_MS });
  }

  async stop() {
    this.agent.destroy();
    for (const child of this.children.values()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGTERM');
      await once(child, 'close');
    }
  }
}
