// What may happen to the academy, and what the document says to do then.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { until } from '../cluster/until.mjs';
import { EVERY, STEPS } from './document.mjs';
import { get } from './get.mjs';
import { addressOf, FOURTH, HOSTS } from './hosts.mjs';

const BACK_MS = 120_000;
/** Between what is to be there after a restore and what is not. */
const APART_MS = 1000;
/** What the document has in the place of the copy's name and of the moment. */
const [A_COPY, A_MOMENT] = ['base-2026-11-25', '2026-11-25 17:00:00+00'];

/** All of them, one after another. Each is a check of its own. */
export async function happen(run) {
  run.visit('h1');
  await run.check('Rotate keys', () => run.part('Rotate keys'));
  await run.check('Renew certificates', async () => {
    await run.part('Renew certificates');
    await goesOn(run, 'After the renewal');
    await run.ready(HOSTS);
  });
  await run.check('Drain an edge', () =>
    withoutAFailure(run, async () => {
      await run.part('Drain an edge');
      await run.ask('h3', 'systemctl start academy@edge');
      await run.ready(['h3']);
    }),
  );
  await run.check('The store is lost', () => loseTheStore(run));
  await run.check('A host is lost', () => lose(run, ['h1']));
  await run.check('A host that was lost comes back', () => comeBack(run, ['h1']));
  await run.check('A host is replaced', async () => {
    await replace(run);
    await goesOn(run, 'With a new host');
    await until('the database of h1', () => hasDatabase('h1'), BACK_MS, 200);
  });
  await run.check('The cluster is copied', () => run.part('Backups, and a restore to a moment'));
  await run.check('Add a replica', () => add(run));
  const fourth = run.every.filter((host) => !HOSTS.includes(host));
  if (fourth.length > 0) await run.check('The fourth host has everything', () => useTheFourth(run));
  await run.check('Upgrades without a pause', () => withoutAFailure(run, () => upgrade(run, fourth)));
  await run.check('A zone is lost', async () => {
    // The worst one.
    const zone = [await primary(), ...fourth];
    const said = await lose(run, zone);
    await comeBack(run, zone);
    return `${zone.join(' and ')}: ${said}`;
  });
  await run.check('To go back to a moment', () => restore(run));
}

async function goesOn(run, title) {
  const { journey } = run;
  await journey.rename(title);
  if ((await journey.title()) !== title) throw new Error('A change is not there');
  await journey.signIn();
  await journey.play();
}

/** While it happens, every request is answered. */
async function withoutAFailure(run, act) {
  const asked = run.askAlways();
  const error = await act().then(
    () => undefined,
    (caught) => caught,
  );
  const { count, failed } = await asked.stop();
  if (error) throw error;
  if (failed.length > 0 || count === 0) throw new Error(`${failed.length} of ${count} requests failed: ${failed[0]}`);
  return `${count} requests, none failed`;
}

async function loseTheStore(run) {
  const { journey } = run;
  run.storesWay.close();
  await journey.rename('Without a store');
  await journey.signIn();
  const said = await journey.play(1).then(
    () => 'it plays',
    (error) => error.message,
  );
  if (!said.endsWith(': 503')) throw new Error(`A viewer gets: ${said}`);
  await run.storesWay.open();
  await journey.play();
}

/** Loses hosts at once, and says when writes were back. */
async function lose(run, hosts) {
  const left = run.every.filter((host) => !hosts.includes(host));
  await Promise.all(hosts.map((host) => run.hosts.lose(host)));
  run.visit(left[0]);
  const begun = performance.now();
  const writes = () =>
    run.journey.rename('Without them').then(
      () => true,
      () => false,
    );
  await until('a write', writes, BACK_MS, 200);
  const back = ((performance.now() - begun) / 1000).toFixed(1);
  await goesOn(run, 'After the loss');
  await run.ready(left);
  return `writes were back after ${back} s`;
}

async function comeBack(run, hosts) {
  for (const host of hosts) await run.hosts.boot(host);
  await run.ready(run.every);
  for (const host of HOSTS) await until(`the database of ${host}`, () => hasDatabase(host), BACK_MS, 200);
  run.visit(hosts[0]);
  await goesOn(run, 'All are back');
}

/** A new machine takes the place of h1. */
async function replace(run) {
  const blocks = (title) => run.document.blocks(title);
  const [forget, existing, keys] = blocks('A host is replaced');
  await run.hosts.lose('h1');
  run.hosts.clear('h1');
  run.hosts.make('h1');
  await run.hosts.boot('h1');
  await run.block(forget);
  await run.part(STEPS.programs, 'h1');
  rmSync(join(run.clone, 'h1'), { recursive: true });
  await run.part(STEPS.certificates, 'h1');
  await run.block(existing);
  await run.block(keys);
  for (const title of [STEPS.database, STEPS.academy])
    for (const block of blocks(title).filter(isForEach)) await run.block(block, 'h1');
  await run.ready(HOSTS);
}

const isForEach = ({ hosts }) => hosts === EVERY;

/** An empty machine becomes the fourth host. */
async function add(run) {
  const blocks = (title) => run.document.blocks(title);
  const [learn, keys, ...others] = blocks('Add a replica');
  run.hosts.make(FOURTH);
  await run.hosts.boot(FOURTH);
  await run.block(learn);
  await run.part(STEPS.programs, FOURTH);
  await run.part(STEPS.certificates, FOURTH);
  await run.block(
    blocks(STEPS.database).find(({ text }) => text.includes('haproxy.cfg')),
    FOURTH,
  );
  const [install, start] = blocks(STEPS.academy).filter(isForEach);
  await run.block(install, FOURTH);
  await run.block(keys);
  await run.block(start, FOURTH);
  await run.ready([FOURTH]);
  run.every = [...HOSTS, FOURTH];
  // Not before: here the new host takes the others' processors while its packages are unpacked.
  return withoutAFailure(run, async () => {
    for (const block of others) await run.block(block);
    await run.ready(run.every);
  });
}

/** All processes of the other hosts are stopped. */
async function useTheFourth(run) {
  await Promise.all(HOSTS.map((host) => run.ask(host, 'systemctl stop academy.target')));
  run.visit(FOURTH);
  await goesOn(run, 'By the fourth host alone');
  await Promise.all(HOSTS.map((host) => run.ask(host, 'systemctl start academy.target')));
  await run.ready(run.every);
}

/** To the same programs, as if they were the next ones. */
async function upgrade(run, fourth) {
  const [copy, ...blocks] = run.document.blocks('Upgrades without a pause');
  await run.block(copy);
  for (const host of fourth) await run.block(copy, host);
  for (const block of blocks) await run.block(block);
  await run.ready(run.every);
}

/** Whether the host's PostgreSQL runs, as the primary or as a standby. */
const hasDatabase = async (host) => (await get(`http://${addressOf(host)}:8008/health`)).status === 200;

/** The host whose PostgreSQL is the primary. */
async function primary() {
  for (const host of HOSTS) if ((await get(`http://${addressOf(host)}:8008/primary`)).status === 200) return host;
  throw new Error('PostgreSQL has no primary');
}

async function restore(run) {
  const { journey } = run;
  await journey.rename('Before the accident');
  await pause(APART_MS);
  const moment = new Date().toISOString().replace('T', ' ').replace('Z', '+00');
  await pause(APART_MS);
  await journey.rename('The accident');
  const copies = readdirSync(join(run.folder, 'wal')).filter((name) => name.startsWith('base-'));
  run.answers.set(A_COPY, copies.sort().at(-1)).set(A_MOMENT, moment);
  await run.part('To go back to a moment');
  await run.ready(run.every);
  await mustBeSignedOut(journey);
  await journey.managerSignsIn();
  const title = await journey.title();
  if (title !== 'Before the accident') throw new Error(`The course is "${title}"`);
  await goesOn(run, 'After the restore');
}

/** Whoever was signed in when the copy was made is not any more. */
async function mustBeSignedOut(journey) {
  const said = await journey.title().catch((error) => error.message);
  if (!said.includes(': 401 ')) throw new Error(`The manager's session has not ended: ${said}`);
}
