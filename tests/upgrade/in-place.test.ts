// A busy academy on one machine through twenty upgrades: to the last release and back, where that knows how, otherwise to
// this tree again and again. `./academy test upgrade`. Prints what clients counted.
import { dirname } from 'node:path';

import { beforeAll, describe, expect, test } from 'vitest';

import { table } from '../bench/lib/report.mjs';
import { ROOT } from '../harness/cluster.ts';
import { MediaFolder, readyAsset } from '../harness/media.ts';
import { canRoll, InstalledAcademy, lastLine } from '../harness/rolling/installed.ts';
import { underLoad, type Outcome } from '../harness/rolling/load.ts';

const UPGRADES = 20;
/** What a viewer is not to notice. */
const STALL_MS = 2000;
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
    const columns = ['calls', 'times', '5xx', 'broken', 'refused', 'p50', 'p99', 'longest'];
    table(`What clients were answered in ${UPGRADES} upgrades`, columns, outcome.tally.rows());
    const { stalls, longestStall, uploads } = outcome;
    console.log(`\n${stalls} stalls, the longest ${Math.round(longestStall)} ms; ${uploads} uploads`);
    for (const complaint of outcome.complaints.slice(0, 20)) console.log(complaint);
  }, LONGEST_MS);

  test('each succeeds', () => {
    expect(ended).toEqual([]);
  });

  test('no player stands still for two seconds', () => {
    expect(outcome.longestStall).toBeLessThan(STALL_MS);
  });

  test('no call is answered 5xx, none is refused, and no connection ends without an answer', () => {
    const { tally } = outcome;
    expect([...tally.wrong('failures'), ...tally.wrong('broken'), ...tally.wrong('refused')]).toEqual([]);
  });

  test('every upload is stored as it was sent', () => {
    expect(outcome.uploads).toBeGreaterThan(0);
    expect(outcome.lostUploads).toEqual([]);
  });

  test('a video is processed afterwards', () => {
    expect(unready).toEqual([]);
  });

  test('what was acknowledged is there once', () => {
    expect(outcome.lost).toEqual([]);
  });
});
