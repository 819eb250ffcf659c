// A busy academy on one machine through twenty upgrades: to the last release and back, where that knows how, otherwise to
// this tree again and again. `./academy test upgrade`. Prints what clients counted.
import { dirname } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import { ROOT } from '../harness/cluster.ts';
import { MediaFolder, readyAsset } from '../harness/media.ts';
import { canRoll, InstalledAcademy, lastLine } from '../harness/rolling/installed.ts';
import { underLoad, type Outcome } from '../harness/rolling/load.ts';
import { printOutcome, testsThatNothingIsNoticed } from '../harness/rolling/unnoticed.ts';

const UPGRADES = 20;
const LONGEST_MS = 40 * 60_000;

describe(`${UPGRADES} upgrades of one machine`, () => {
  let outcome: Outcome;
  const ended: (string | undefined)[] = [];
  const unready: string[] = [];

  beforeAll(async () => {
    const last = dirname(process.env['ACADEMY_PREVIOUS'] ?? `${ROOT}/out`);
    const checkouts = canRoll(last) ? [last, ROOT] : [ROOT, ROOT];
    if (!canRoll(last)) console.log('The last release cannot be replaced while it runs, so this tree is, by itself');
    const media = await MediaFolder.create();
    const academy = await InstalledAcademy.start(checkouts[1] ?? ROOT);
    const seconds: number[] = [];
    try {
      outcome = await underLoad(academy, media, async ({ tally, manager, file, settle }) => {
        for (let i = 0; i < UPGRADES; ++i) {
          await academy.release.install(checkouts[i % 2] ?? ROOT);
          const began = performance.now();
          const upgrade = await academy.upgrade();
          seconds.push((performance.now() - began) / 1000);
          if (upgrade.code !== 0) ended.push(lastLine(upgrade));
          console.info(`${tally.at}  ${i + 1}: ${seconds.at(-1)?.toFixed(1)} s, ${lastLine(upgrade)}`);
          await settle();
        }
        await readyAsset(manager, file).catch((error: Error) => unready.push(error.message));
      });
    } finally {
      await academy.remove();
      await media.remove();
    }
    printOutcome(`What clients were answered in ${UPGRADES} upgrades`, outcome);
  }, LONGEST_MS);

  testsThatNothingIsNoticed(() => outcome);

  test('each succeeds', () => {
    expect(ended).toEqual([]);
  });

  test('a video is processed afterwards', () => {
    expect(unready).toEqual([]);
  });
});
