// A run, in its namespaces.
import { randomInt } from 'node:crypto';

import { startS3 } from '../harness/s3-server.mjs';
import { Mailbox } from '../prove/mailbox.mjs';
import { ClusterAcademy } from './academy.mjs';
import { printFigures, printPace } from './figures.mjs';
import { COULD_NOT_RUN, COUNTEREXAMPLE, PROVEN } from './flags.mjs';
import { FAULTS, KILL_AHEAD, KILL_PRIMARY } from './nemesis.mjs';
import { HUB, makeNetwork } from './network.mjs';
import { Programs } from './programs.mjs';
import { Trial } from './trial.mjs';
import { Trio } from './trio.mjs';

const MAX_SEED = 1_000_000_000;
/** In the run's own /run, where PostgreSQL's user can reach it, wherever the run's folder is. */
const DATABASES = '/run/databases';

/** Returns the exit code. Ends early when the input does. */
export async function inside(flags, folder) {
  const programs = new Programs(folder);
  const stopped = new Promise((stop) => process.stdin.resume().once('close', () => stop(COULD_NOT_RUN)));
  const status = await Promise.race([attempt(flags, folder, programs), stopped]);
  programs.stop();
  return status;
}

async function attempt(flags, folder, programs) {
  try {
    return await prove(flags, folder, programs);
  } catch (error) {
    console.error(`The cluster could not run: ${error.stack}`);
    return COULD_NOT_RUN;
  }
}

async function prove(flags, folder, programs) {
  const { minutes, kills, route, distance, sabotage } = flags;
  const seed = Number(flags.seed ?? randomInt(MAX_SEED));
  console.log(
    `Seed ${seed}, ${kills ? `${kills} failovers` : `${minutes} minutes`}, by ${route}, ${distance} ms apart`,
  );
  const begun = performance.now();
  makeNetwork(programs, distance);
  const synchronous = sabotage !== 'asynchronous';
  const trio = new Trio(DATABASES, programs, { synchronous, route });
  await trio.start();
  const mailbox = await Mailbox.start(HUB);
  const store = await startS3(HUB);
  const academy = new ClusterAcademy(folder, programs, trio, mailbox, store);
  await academy.start();
  const trial = new Trial({ seed, folder, trio, academy, programs, mailbox, sabotage });
  await trial.prepare();
  console.log(`Ready after ${Math.round((performance.now() - begun) / 1000)} s`);
  printPace(await trial.probe.pace(), distance, await trio.roundTrip());
  const isEnough = (failovers) => (kills ? failovers >= kills : performance.now() - begun > minutes * 60_000);
  await trial.run(faultsOf(flags), isEnough);
  await trial.finish();
  await printFigures(trial, { report: flags.report, folder });
  return trial.findings.length > 0 ? COUNTEREXAMPLE : PROVEN;
}

function faultsOf({ only, route, sabotage }) {
  if (sabotage) return [sabotage === 'asynchronous' ? KILL_AHEAD : KILL_PRIMARY];
  const faults = FAULTS.filter(({ needs }) => needs === undefined || needs === route);
  return only ? faults.filter(({ name }) => only.split(';').includes(name)) : faults;
}
