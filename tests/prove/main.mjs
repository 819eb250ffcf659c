// Proves that the academy loses nothing that it acknowledged, whatever happens to it: ../../docs/prove.md.
//   node tests/prove/main.mjs [--minutes N] [--seed N] [--sabotage S] [--report FILE]
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT } from '../bench/lib/academy.mjs';
import { table } from '../bench/lib/report.mjs';
import { Academy } from './academy.mjs';
import { Calls } from './calls.mjs';
import { Checker } from './checker.mjs';
import { DATABASE_FAULTS } from './backups.mjs';
import { FAULTS } from './faults.mjs';
import { Journal } from './journal.mjs';
import { Mailbox } from './mailbox.mjs';
import { Proof } from './proof.mjs';
import { Shim } from './shim.mjs';
import { makeWorld } from './world.mjs';

const PROVEN = 0;
const COUNTEREXAMPLE = 1;
const COULD_NOT_RUN = 2;

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '2' },
    seed: { type: 'string' },
    sabotage: { type: 'string' },
    report: { type: 'string' },
    only: { type: 'string' },
  },
});
const seed = Number(flags.seed ?? Math.floor(Math.random() * 1e9));
const say = (text) => console.log(text);

const folder = await mkdtemp(join(tmpdir(), 'prove-'));
const library = join(ROOT, 'out/prove/faults.so');
let academy, mailbox;
let status = COULD_NOT_RUN;
const stop = async () => {
  await academy?.stop();
  await mailbox?.goAway();
};
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
    process.exit(COULD_NOT_RUN);
  });
}

try {
  say(`Seed ${seed}, ${flags.minutes} minutes${flags.sabotage ? `, sabotage ${flags.sabotage}` : ''}`);
  Shim.build(join(import.meta.dirname, 'shim/faults.cc'), library);
  const shim = new Shim(folder, library);
  mailbox = await Mailbox.start();
  academy = await Academy.create(folder, shim, [
    ...['--bot-check', 'off', '--public-rate', '0', '--session-rate', '0', '--retry-pause', '1s'],
    ...['--smtp', `smtp://127.0.0.1:${mailbox.port}`],
  ]);
  await academy.start();
  const journal = new Journal(join(folder, 'journal.jsonl'));
  const calls = new Calls(academy.url, journal);
  await calls.findRepeating();
  const world = await makeWorld(calls, folder, mailbox);
  const clients = await Proof.prepareClients(calls, seed, world);
  const checker = new Checker(academy, calls, clients, world, journal);
  if (flags.sabotage) {
    shim.sabotage(flags.sabotage);
    await academy.stop();
    await academy.start();
  }
  const proof = new Proof({ seed, folder, academy, shim, calls, journal, world, checker, clients });
  const wanted = flags.sabotage ? ['power cut'] : flags.only?.split(';');
  const all = [...FAULTS, ...DATABASE_FAULTS];
  const faults = wanted ? all.filter(({ name }) => wanted.includes(name)) : all;
  await proof.run(faults, performance.now() + Number(flags.minutes) * 60_000);
  if (checker.findings.length === 0) await checker.check({ thorough: true });
  await stop();
  if (checker.findings.length === 0) leftovers(checker);
  status = checker.findings.length === 0 ? PROVEN : COUNTEREXAMPLE;
  await report(proof, checker, calls);
} catch (error) {
  await stop();
  console.error(`prove could not run: ${error.stack}`);
}
if (status === COUNTEREXAMPLE) say(`Kept: ${folder}`);
else await rm(folder, { recursive: true, force: true });
process.exitCode = status;

/** What a stopped academy must not leave behind. */
function leftovers(checker) {
  for (const pid of academy.processes()) checker.find('wrong', `the process ${pid} is left over`);
  const sockets = readdirSync(join(academy.data, 'run')).filter((name) => /\.(sock|addr)$/.test(name) || /^(?!academy).*\.pid$/.test(name));
  for (const name of sockets) checker.find('wrong', `run/${name} is left over`);
  for (const work of ['catalog/jobs', 'blobs/.drafts']) {
    for (const name of readdirSync(join(academy.data, work), { withFileTypes: true })) checker.find('wrong', `${work}/${name.name} is left over`);
  }
}

async function report(proof, checker, calls) {
  const at = (times, part) => [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))];
  const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`;
  const lines = [...proof.results].map(([name, { runs, acknowledged, unknown, back, findings }]) => [
    name,
    String(runs),
    String(acknowledged),
    String(unknown),
    String(findings),
    seconds(at(back, 0.5)),
    seconds(at(back, 0.99)),
  ]);
  const keys = calls.repeating ? `keys repeat (${calls.journal.counts.replayed} replayed)` : 'keys are ignored: unknown means whole or absent';
  table(`Faults under load; seed ${seed}, ${keys}, load average ${loadavg()[0].toFixed(1)}`, ['fault', 'runs', 'acknowledged', 'unknown', 'findings', 'back p50', 'p99'], lines);
  if (checker.findings.length > 0) {
    say(`\nCounterexample with seed ${seed}:`);
    for (const { what, text } of checker.findings.slice(0, 10)) say(`  ${what}: ${text}`);
  }
  if (flags.report) {
    const parts = [...proof.results].map(([name, { findings }]) => ({ name, passed: findings === 0 }));
    await writeFile(flags.report, JSON.stringify({ seed, parts, findings: checker.findings }));
  }
  say(`\n${calls.journal.counts.ok} acknowledged, ${checker.count('lost')} lost, ${checker.count('doubled')} doubled`);
}
