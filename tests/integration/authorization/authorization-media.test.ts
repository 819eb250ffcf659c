// Authorization of playback: every kind of media file, in every state of the session and assignment behind its address.
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
  type Failure,
  type Learner,
  type MyCourse,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { addresses } from '../../harness/playlists.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster;
let media: MediaFolder;
let manager: Api;
let course: Course;
let partId: string;
let cells = 0;

beforeAll(async () => {
  media = await MediaFolder.create();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  const asset = await readyAsset(manager, await media.mp4('lesson.mp4', 6));
  const track = new FormData();
  for (const [name, value] of Object.entries({ assetId: asset._id, lang: 'ar', label: 'العربية' })) {
    track.set(name, value);
  }
  track.set('file', new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nمرحبا\n'], 'ar.vtt'));
  await manager.must('POST', '/api/cm/media/upload-captions', track);
  course = await setVideos(manager, await newCourse(manager, 'Watched', ['one']), [asset._id]);
  partId = course.parts[0]?._id ?? '';
});

afterAll(async () => {
  console.info(`media authorization matrix: ${cells} cells`);
  await cluster?.stop();
  await media?.remove();
});

interface Watcher {
  learner: Learner;
  assignment: Assignment;
  session: Api;
  /** Every kind of file by its name. */
  files: ReadonlyMap<string, URL>;
}

async function watcher(): Promise<Watcher> {
  const learner = await newLearner(manager);
  const assignment = await assign(manager, course._id, learner._id);
  const session = await signIn(cluster.url, learner.email);
  return { learner, assignment, session, files: await filesOf(session) };
}

async function filesOf(session: Api): Promise<ReadonlyMap<string, URL>> {
  const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
    courseId: course._id,
  });
  const playback = result.playback[partId];
  if (playback === undefined) throw new Error('the part cannot be played');
  const { master, variant, key, init, segments } = await addresses(cluster.url, playback.hls);
  const files = new Map<string, URL>();
  const add = (name: string, address: URL | string | null | undefined) => {
    if (address === null || address === undefined) throw new Error(`there is no ${name}`);
    files.set(name, new URL(address, cluster.url));
  };
  add('master playlist', master);
  add('variant playlist', variant);
  add('key', key);
  add('init', init);
  add('segment', segments[0]);
  add('poster', playback.poster);
  add('thumbnails', playback.thumbnails);
  const sprite = /^[^\s#]+#xywh/m.exec(await (await fetch(files.get('thumbnails') ?? '')).text())?.[0];
  add('sprite', sprite === undefined ? undefined : new URL(sprite, files.get('thumbnails')));
  add('captions', playback.captions[0]?.url);
  return files;
}

async function look(url: URL, init: RequestInit = {}): Promise<string> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (answer.status < 400 || init.method === 'HEAD') return String(answer.status);
  return `${answer.status} ${(JSON.parse(text) as Failure).code}`;
}

/** Every file gives the same answer to a full, a range and a HEAD request. */
async function expectAll(files: ReadonlyMap<string, URL>, wanted: string, token?: string): Promise<void> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const [status = ''] = wanted.split(' ');
  for (const [name, url] of files) {
    cells += 3;
    expect([name, await look(url, { headers })]).toEqual([name, wanted]);
    const part = await look(url, { headers: { ...headers, range: 'bytes=0-3' } });
    expect([name, 'part', part.replace('206', '200')]).toEqual([name, 'part', wanted]);
    expect([name, 'HEAD', await look(url, { headers, method: 'HEAD' })]).toEqual([name, 'HEAD', status]);
  }
}

const endings: { name: string; code: string; end: (watcher: Watcher) => Promise<unknown> }[] = [
  { name: 'signed out', code: 'logout', end: ({ session }) => session.must('POST', '/api/auth/logout') },
  {
    name: 'signed in elsewhere',
    code: 'signed_in_elsewhere',
    end: ({ learner }) => signIn(cluster.url, learner.email),
  },
  {
    name: 'deactivated',
    code: 'deactivated',
    end: ({ learner }) =>
      manager.must('PUT', '/api/cm/user/update-activation', { clientId: learner._id, active: false }),
  },
  {
    name: 'removed',
    code: 'removed',
    end: ({ learner }) => manager.must('PUT', '/api/cm/user/remove-user', { clientId: learner._id }),
  },
  {
    name: 'given another password',
    code: 'password_changed',
    end: ({ learner }) =>
      manager.must('PUT', '/api/cm/user/update-password', { clientId: learner._id, password: 'Another-pass-1' }),
  },
  {
    name: 'signed out by a manager',
    code: 'signed_out_by_manager',
    end: ({ learner }) => manager.must('PUT', '/api/cm/user/sign-out', { clientId: learner._id }),
  },
];

describe('an address ends with its session', () => {
  test.each(endings)('of a learner who was $name', async ({ code, end }) => {
    const one = await watcher();
    await expectAll(one.files, '200');
    await end(one);
    await expectAll(one.files, `403 ${code}`);
    // No token makes it valid again.
    await expectAll(one.files, `403 ${code}`, manager.token);
    await expectAll(one.files, `403 ${code}`, (await watcher()).session.token);
  });

  test('and a newer session can play its own addresses', async () => {
    const one = await watcher();
    const session = await signIn(cluster.url, one.learner.email);
    await expectAll(await filesOf(session), '200');
    await expectAll(one.files, '403 signed_in_elsewhere', session.token);
  });
});

describe('an address ends with its assignment', () => {
  const move = ({ assignment }: Watcher, from: number, to: number) =>
    manager.must('PUT', '/api/cm/user-course/update-expdate', {
      courseId: assignment._id,
      startDate: day(from),
      expiryDate: day(to),
    });
  // The edge learns of these through a feed.
  const told = async ({ files }: Watcher, wanted: string) =>
    until('the end', async () => (await look(files.get('key') as URL)) === wanted);

  test.each([
    { name: 'is over', code: 'course_expired', end: (one: Watcher) => move(one, -9, -3) },
    { name: 'is yet to come', code: 'course_not_started', end: (one: Watcher) => move(one, 3, 9) },
    {
      name: 'was taken away',
      code: 'assignment_not_found',
      end: ({ learner }: Watcher) =>
        manager.must('PUT', '/api/cm/user-course/delete-selected-users', {
          courseId: course._id,
          userIds: [learner._id],
        }),
    },
  ])('that $name', async ({ code, end }) => {
    const one = await watcher();
    await expectAll(one.files, '200');
    await end(one);
    await told(one, `403 ${code}`);
    await expectAll(one.files, `403 ${code}`);
  });
});

test('an address cannot be forged', async () => {
  const one = await watcher();
  const other = await watcher();
  const swap = (name: string, token: string) => {
    const [, mediaRoot = '', , ...rest] = (one.files.get(name) as URL).pathname.split('/');
    return new URL(`/${[mediaRoot, token, ...rest].join('/')}`, cluster.url);
  };
  const tokenOf = ({ files }: Watcher) => (files.get('key') as URL).pathname.split('/')[2] ?? '';
  const [payload = '', signature = ''] = tokenOf(one).split('.');
  const [otherPayload = ''] = tokenOf(other).split('.');
  const made = [
    'x',
    payload,
    `${payload}.`,
    `.${signature}`,
    `${otherPayload}.${signature}`,
    `${payload}.${signature.slice(1)}`,
    `${payload}.${signature}A`,
    `${payload}.${signature}.${signature}`,
    one.session.token ?? '',
    manager.token ?? '',
  ];
  for (const name of one.files.keys()) {
    for (const token of made) {
      ++cells;
      expect([
        name,
        token,
        await look(swap(name, token), { headers: { authorization: `Bearer ${manager.token}` } }),
      ]).toEqual([name, token, '403 media_token_invalid']);
    }
  }
});
