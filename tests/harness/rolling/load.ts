// Players, uploads, reports, sign-ins and managers at an academy while something is done to it, and what came of it.
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { assign, firstManager, newCourse, newLearner, signIn, signInManager, type Api } from '../api.ts';
import { readyAsset, setVideos, type MediaFolder } from '../media.ts';
import { keepSigningIn, keepVisiting, ManagerAtWork, Player, Uploader } from './clients.ts';
import { Tally } from './tally.ts';

const PLAYERS = 4;
const SECONDS = 60;
const SETTLE_MS = 4000;

/** The academy at which clients work. */
export interface Place {
  readonly url: string;
  /** How often each title of a course is there. */
  titles(): Promise<Map<string, number>>;
  /** The bytes of an upload in which no video was found. */
  upload(id: string): Promise<Buffer>;
  /** What its processes logged above information. */
  complaints(): Promise<string[]> | string[];
}

/** What is done meanwhile may use this. */
export interface Work {
  readonly tally: Tally;
  readonly manager: Api;
  /** A video's file. */
  readonly file: string;
  /** Lets clients work for a while as before. */
  settle(): Promise<void>;
}

export interface Outcome {
  readonly tally: Tally;
  /** The longest time that a picture stood still, in milliseconds. */
  readonly longestStall: number;
  readonly stalls: number;
  readonly uploads: number;
  /** Uploads that ended without being stored, or with other bytes. */
  readonly lostUploads: string[];
  /** What was acknowledged and is not there, or is there twice. */
  readonly lost: string[];
  readonly complaints: string[];
}

/** Does `meanwhile` to an academy that nobody has used yet, while clients work. */
export async function underLoad(
  place: Place,
  media: MediaFolder,
  meanwhile: (work: Work) => Promise<void>,
): Promise<Outcome> {
  const tally = new Tally();
  const { api: manager, email } = await firstManager(place.url);
  const file = await media.mp4('lesson.mp4', SECONDS, '320x180');
  const asset = await readyAsset(manager, file);
  const course = await setVideos(manager, await newCourse(manager, 'Played', ['one']), [asset._id]);
  const players: Player[] = [];
  for (let i = 0; i < PLAYERS; ++i) {
    const learner = await newLearner(manager);
    await assign(manager, course._id, learner._id);
    players.push(new Player(tally, await signIn(place.url, learner.email), course, SECONDS));
  }
  const others = [await newLearner(manager), await newLearner(manager), await newLearner(manager)];
  const managers = [1, 2].map(async (number) => {
    return new ManagerAtWork(tally, await signInManager(place.url, email), `Course ${number}.`);
  });
  const atWork = await Promise.all(managers);
  // One that spans several parts of the store's, and small ones.
  const uploaders = [new Uploader(tally, manager, 12 * 1024 * 1024 + 345), new Uploader(tally, manager, 1_500_000)];
  let over = false;
  const goes = () => !over;
  const work = Promise.all([
    ...[...players, ...uploaders, ...atWork].map((client) => client.work(goes)),
    keepSigningIn(tally, place.url, others, goes),
    keepVisiting(tally, place.url, goes),
  ]);
  const settle = () => pause(SETTLE_MS);
  try {
    await settle();
    await meanwhile({ tally, manager, file, settle });
  } finally {
    over = true;
    await work;
  }
  const lost: string[] = [];
  for (const player of players) {
    const watched = await player.watched();
    if (watched + 1 < player.acknowledged)
      lost.push(`${player.acknowledged} s were acknowledged, ${watched} s are there`);
  }
  const titles = await place.titles();
  for (const title of atWork.flatMap(({ made }) => made)) {
    if (titles.get(title) !== 1) lost.push(`${title} is there ${titles.get(title) ?? 0} times`);
  }
  const lostUploads = uploaders.flatMap((uploader) => uploader.lost);
  const uploaded = new Map(uploaders.flatMap(({ done }) => [...done]));
  for (const [id, hash] of uploaded) {
    // Bytes at random are no video, and what was uploaded is kept to be tried again.
    const stored = await place.upload(id).catch((error: Error) => Buffer.from(error.message));
    if (createHash('sha256').update(stored).digest('hex') !== hash) lostUploads.push(id);
  }
  const stalls = players.flatMap((player) => player.stalls);
  return {
    tally,
    stalls: stalls.length,
    longestStall: Math.max(0, ...stalls),
    uploads: uploaded.size,
    lostUploads,
    lost,
    complaints: await place.complaints(),
  };
}
