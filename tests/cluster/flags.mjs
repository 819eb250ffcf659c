// The command's flags and exit codes.
import { parseArgs } from 'node:util';

import { FAULTS } from './nemesis.mjs';

export const PROVEN = 0;
export const COUNTEREXAMPLE = 1;
export const COULD_NOT_RUN = 2;

/** What breaks a promise, which the check must notice. */
export const SABOTAGES = ['asynchronous', 'twice', 'unwatched', 'skipped'];
/** Beyond that the times of etcd and Patroni would have to be others. */
const MAX_DISTANCE_MS = 20;
const ROUTES = ['proxy', 'hosts'];

const unknownFaults = (only) => (only?.split(';') ?? []).filter((name) => !FAULTS.some((fault) => fault.name === name));

export function readFlags() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '3' },
      kills: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      route: { type: 'string', default: 'proxy' },
      distance: { type: 'string', default: '0' },
      sabotage: { type: 'string' },
      report: { type: 'string' },
      keep: { type: 'boolean', default: false },
    },
  });
  const wrong = [
    [Number(values.minutes) > 0, '--minutes is a number above 0'],
    [values.kills === undefined || Number(values.kills) > 0, '--kills is a number above 0'],
    [Number(values.distance) >= 0 && Number(values.distance) <= MAX_DISTANCE_MS, '--distance is 0 to 20 milliseconds'],
    [ROUTES.includes(values.route), `--route is one of ${ROUTES.join(', ')}`],
    [!values.sabotage || SABOTAGES.includes(values.sabotage), `--sabotage is one of ${SABOTAGES.join(', ')}`],
    [unknownFaults(values.only).length === 0, `--only has no fault ${unknownFaults(values.only).join(', ')}`],
    [process.getuid() === 0, 'Namespaces need root'],
  ].find(([right]) => !right);
  if (wrong) {
    console.error(wrong[1]);
    process.exit(COULD_NOT_RUN);
  }
  const [minutes, kills, distance] = [values.minutes, values.kills ?? 0, values.distance].map(Number);
  return { ...values, minutes, kills, distance };
}
