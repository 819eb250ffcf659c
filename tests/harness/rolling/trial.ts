// Players, uploads, reports, sign-ins and managers at an academy whose processes are replaced one by one, and what came of
// it.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { assign, firstManager, newCourse, newLearner, signIn, signInManager } from '../api.ts';
import { MediaFolder, readyAsset, setVideos } from '../media.ts';
import { RollingAcademy } from './academy.ts';
import { keepSigningIn, keepVisiting, ManagerAtWork, Player, Uploader } from './clients.ts';
import { Tally } from './tally.ts';

const PLAYERS = 4;
const SECONDS = 60;
const SETTLE_MS = 4000;

/** A replacement of all processes. */
export interface Roll {
  readonly to: string;
  readonly programs: string;
  /** Whether the job that migrates runs before. */
  readonly migrates: boolean;
  /** Whether the databases are changed before as a later release would. */
  readonly expands?: boolean;
  /** Whether a video has to be uploaded and processed afterwards. */
  readonly processes?: boolean;
}

export interface Outcome {
  readonly tally: Tally;
  /** The longest time that a picture stood still, in milliseconds. */
  readonly longestStall: number;
  readonly stalls: number;
  readonly uploads: number;
  /** Uploads that ended without being stored, or with other bytes. */
  readonly lostUploads: string[];
  /** Videos that were uploaded while processes were replaced, and are not ready. */
  readonly unready: string[];
  /** What was acknowledged and is not there, or is there twice. */
  readonly lost: string[];
  readonly complaints: string[];
}

/** Starts an academy of `from`, and goes through `rolls` while clients work. */
export async function trial(from: string, rolls: readonly Roll[]): Promise<Outcome> {
  const academy = await RollingAcademy.start(from);
  const media = await MediaFolder.create();
  try {
    return await underLoad(academy, media, rolls);
  } finally {
    await academy.remove();
    await media.remove();
  }
}

async function underLoad(academy: RollingAcademy, media: MediaFolder, rolls: readonly Roll[]): Promise<Outcome> {
  const tally = new Tally();
  const { api: manager, email } = await firstManager(academy.url);
  const file = await media.mp4('lesson.mp4', SECONDS, '320x180');
  const asset = await readyAsset(manager, file);
  const course = await setVideos(manager, await newCourse(manager, 'Played', ['one']), [asset._id]);
  const players: Player[] = [];
  for (let i = 0; i < PLAYERS; ++i) {
    const learner = await newLearner(manager);
    await assign(manager, course._id, learner._id);
    players.push(new Player(tally, await signIn(academy.url, learner.email), course, SECONDS));
  }
  const others = [await newLearner(manager), await newLearner(manager), await newLearner(manager)];
  const managers = [1, 2].map(async (number) => {
    return new ManagerAtWork(tally, await signInManager(academy.url, email), `Course ${number}.`);
  });
  const atWork = await Promise.all(managers);
  // One that spans several parts of the store's, and small ones.
  const uploaders = [new Uploader(tally, manager, 12 * 1024 * 1024 + 345), new Uploader(tally, manager, 1_500_000)];
  let over = false;
  const goes = () => !over;
  const work = Promise.all([
    ...[...players, ...uploaders, ...atWork].map((client) => client.work(goes)),
    keepSigningIn(tally, academy.url, others, goes),
    keepVisiting(tally, academy.url, goes),
  ]);
  const unready: string[] = [];
  try {
    await pause(SETTLE_MS);
    for (const { to, programs, migrates, expands, processes } of rolls) {
      const says = (line: string) => console.info(`${tally.at}  to ${to}: ${line}`);
      if (expands) await academy.expand();
      await academy.roll(programs, migrates, says);
      if (processes) {
        const video = await readyAsset(manager, file).catch((error: Error) => unready.push(`${to}: ${error.message}`));
        if (typeof video !== 'number') says('a video was uploaded and processed');
      }
      await pause(SETTLE_MS);
    }
  } finally {
    over = true;
    await work;
  }
  const lostUploads = uploaders.flatMap(({ lost }) => lost);
  const uploaded = new Map(uploaders.flatMap(({ done }) => [...done]));
  for (const [id, hash] of uploaded) {
    // Bytes at random are no video, and what was uploaded is kept to be tried again.
    const stored = await academy.read(`uploads/${id}/source`).catch((error: Error) => Buffer.from(error.message));
    if (createHash('sha256').update(stored).digest('hex') !== hash) lostUploads.push(id);
  }
  const stalls = players.flatMap((player) => player.stalls);
  return {
    tally,
    stalls: stalls.length,
    longestStall: Math.max(0, ...stalls),
    uploads: uploaded.size,
    lostUploads,
    unready,
    lost: await lostOf(academy, players, atWork),
    complaints: academy.complaints,
  };
}

async function lostOf(academy: RollingAcademy, players: readonly Player[], managers: readonly ManagerAtWork[]) {
  const lost: string[] = [];
  const rows = await academy.rows('catalog', 'SELECT title, COUNT(*) AS times FROM courses GROUP BY title');
  const times = new Map(rows.map(({ title, times }) => [title, Number(times)]));
  for (const title of managers.flatMap(({ made }) => made)) {
    if (times.get(title) !== 1) lost.push(`${title} is there ${times.get(title) ?? 0} times`);
  }
  for (const player of players) {
    const watched = await player.watched();
    if (watched + 1 < player.acknowledged)
      lost.push(`${player.acknowledged} s were acknowledged, ${watched} s are there`);
  }
  return lost;
}
