// Whatever ends a learner's right to watch ends it at the edge: for playlists, the key, segments and whole files, and
// for a download in progress. Waits are bounded.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  assign,
  day,
  firstManager,
  newCourse,
  newLearner,
  signIn,
  type Api,
  type Assignment,
  type Course,
  type Learner,
  type MyCourse,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { addresses, type Addresses } from '../../harness/playlists.ts';
import { until } from '../../harness/until.ts';

// It may take a second; the rest is for a busy machine.
const LIMIT_MS = 10_000;
const FILE_BYTES = 96 * 1024 * 1024;

let cluster: Cluster;
let media: MediaFolder;
let manager: Api;
let assetId: string;

beforeAll(async () => {
  media = await MediaFolder.create();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  const asset = await readyAsset(manager, await media.mp4('lesson.mp4', 8));
  assetId = asset._id;
  // A large whole file beside the segments, which would take too long to encode.
  const folder = join(cluster.data, 'blobs/media', assetId);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'whole.mp4'), Buffer.alloc(FILE_BYTES, 'film'));
});

afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
});

interface Watcher {
  learner: Learner;
  course: Course;
  assignment: Assignment;
  session: Api;
  all: Addresses;
  whole: URL;
  download: Download;
}

/** A learner with a separate course who can play and download. */
async function watcher(): Promise<Watcher> {
  const course = await setVideos(manager, await newCourse(manager, 'Watched', ['one']), [assetId]);
  const learner = await newLearner(manager);
  const assignment = await assign(manager, course._id, learner._id);
  const session = await signIn(cluster.url, learner.email);
  const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
    courseId: course._id,
  });
  const hls = Object.values(result.playback)[0]?.hls ?? '';
  const all = await addresses(cluster.url, hls);
  const whole = new URL('whole.mp4', all.master);
  expect(await status(whole, { range: 'bytes=100-199' })).toBe(206);
  return { learner, course, assignment, session, all, whole, download: await Download.start(whole) };
}

async function status(url: URL, headers: Record<string, string> = { range: 'bytes=0-9' }): Promise<number> {
  const answer = await fetch(url, { headers });
  await answer.arrayBuffer();
  return answer.status;
}

/** Reads a file slowly, like a player with a full buffer, and notices when the server hangs up. */
class Download {
  received = 0;
  ended = false;

  private constructor(private readonly socket: Socket) {
    socket.on('error', () => {
      // A cut appears as a reset.
    });
    socket.once('close', () => (this.ended = true));
  }

  static async start(url: URL): Promise<Download> {
    const socket = connect({ port: Number(url.port), host: url.hostname });
    await once(socket, 'connect');
    const download = new Download(socket);
    socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`);
    void download.trickle();
    await until('the first bytes', () => download.received > 0);
    return download;
  }

  private async trickle(): Promise<void> {
    while (!this.ended) {
      this.received += (this.socket.read() as Buffer | null)?.length ?? 0;
      // This is the reader's pace, not synchronisation.
      await pause(10);
    }
  }

  destroy(): void {
    this.socket.destroy();
  }
}

const ENDS: readonly (readonly [string, (watcher: Watcher) => Promise<unknown>])[] = [
  ['a sign-in on another device', ({ learner }) => signIn(cluster.url, learner.email)],
  ['signing out', ({ session }) => session.must('POST', '/api/auth/logout')],
  [
    'deactivating the learner',
    ({ learner }) => manager.must('PUT', '/api/cm/user/update-activation', { clientId: learner._id, active: false }),
  ],
  ['removing the learner', ({ learner }) => manager.must('PUT', '/api/cm/user/remove-user', { clientId: learner._id })],
  [
    'another password',
    ({ learner }) =>
      manager.must('PUT', '/api/cm/user/update-password', { clientId: learner._id, password: 'Another-word-1' }),
  ],
  [
    'taking the course away',
    ({ learner, course }) =>
      manager.must('PUT', '/api/cm/user-course/delete-selected-users', {
        courseId: course._id,
        userIds: [learner._id],
      }),
  ],
  [
    'moving the end before today',
    ({ assignment }) =>
      manager.must('PUT', '/api/cm/user-course/update-expdate', {
        courseId: assignment._id,
        startDate: day(-9),
        expiryDate: day(-3),
      }),
  ],
  [
    'moving the beginning after today',
    ({ assignment }) =>
      manager.must('PUT', '/api/cm/user-course/update-expdate', {
        courseId: assignment._id,
        startDate: day(3),
        expiryDate: day(9),
      }),
  ],
  [
    'deleting the course',
    ({ course }) => manager.must('DELETE', '/api/cm/course/delete-course', { courseId: course._id }),
  ],
];

describe.each(ENDS)('%s', (_, end) => {
  test('ends playlists, key, segments, the whole file and a download in progress', async () => {
    const watching = await watcher();
    const { all, whole, download } = watching;
    try {
      await end(watching);
      const urls = [all.key, all.master, all.variant, all.init, ...all.segments, whole];
      for (const url of urls)
        await until(`the end of ${url.pathname}`, async () => (await status(url)) === 403, LIMIT_MS);
      await until('the end of the download', () => download.ended, LIMIT_MS);
      expect(download.received).toBeLessThan(FILE_BYTES);
    } finally {
      download.destroy();
    }
  });
});

test('an assignment that expires by itself has the same effect', async () => {
  const watching = await watcher();
  const soon = Date.now() + 2000;
  await manager.must('PUT', '/api/cm/user-course/update-expdate', {
    courseId: watching.assignment._id,
    startDate: day(-9),
    expiryDate: new Date(soon).toISOString(),
  });
  const before = await status(watching.all.key);
  // A busy machine may be slower than that.
  if (Date.now() < soon) expect(before).toBe(200);
  await until('the end', async () => (await status(watching.all.key)) === 403, soon - Date.now() + LIMIT_MS);
  for (const url of [watching.all.master, watching.all.segments[0] as URL, watching.whole]) {
    expect(await status(url)).toBe(403);
  }
  await until('the end of the download', () => watching.download.ended, LIMIT_MS);
  expect(watching.download.received).toBeLessThan(FILE_BYTES);
});

test('another learner can watch all the while', async () => {
  const one = await watcher();
  const other = await watcher();
  await one.session.must('POST', '/api/auth/logout');
  await until('the end of one', () => one.download.ended, LIMIT_MS);
  expect(other.download.ended).toBe(false);
  expect(await status(other.all.key)).toBe(200);
  other.download.destroy();
});
