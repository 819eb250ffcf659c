// The command's flags and exit codes.
import { parseArgs } from 'node:util';

export const PROVEN = 0;
export const COUNTEREXAMPLE = 1;
export const COULD_NOT_RUN = 2;

/** What breaks a promise, which the check must notice. */
export const SABOTAGES = ['asynchronous', 'twice'];
const ROUTES = ['proxy', 'hosts'];

export function readFlags() {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '3' },
      kills: { type: 'string' },
      seed: { type: 'string' },
      only: { type: 'string' },
      route: { type: 'string', default: 'proxy' },
      sabotage: { type: 'string' },
      report: { type: 'string' },
    },
  });
  const wrong = [
    [Number(values.minutes) > 0, '--minutes is a number above 0'],
    [values.kills === undefined || Number(values.kills) > 0, '--kills is a number above 0'],
    [ROUTES.includes(values.route), `--route is one of ${ROUTES.join(', ')}`],
    [!values.sabotage || SABOTAGES.includes(values.sabotage), `--sabotage is one of ${SABOTAGES.join(', ')}`],
    [process.getuid() === 0, 'Namespaces need root'],
  ].find(([right]) => !right);
  if (wrong) {
    console.error(wrong[1]);
    process.exit(COULD_NOT_RUN);
  }
  return { ...values, minutes: Number(values.minutes), kills: Number(values.kills ?? 0) };
}
