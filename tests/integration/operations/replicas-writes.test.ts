// Two auths, two enrollments and two edges over one database each: whoever answers, it is one academy.
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ReplicatedAcademy } from '../../harness/academies/replicated.ts';
import {
  Api,
  assign,
  firstManager,
  freshEmail,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  type Answer,
  type Learner,
  type MyCourse,
} from '../../harness/api.ts';
import { ROOT } from '../../harness/cluster.ts';
import { onSqlite } from '../../harness/engine.ts';
import { failure } from '../../harness/expected.ts';
import { LiveConnection } from '../../harness/live.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { hasPostgresql } from '../../harness/servers/postgresql.ts';
import { MailServer } from '../../harness/servers/smtp.ts';
import { until } from '../../harness/until.ts';

const GUESSES = 40;
const RACERS = 12;
const SECONDS = 50;

const person = (email: string) => ({ email, password: PASSWORD, fullname: 'متعلم', phonenumber: '', address: '' });

describe.runIf(onSqlite('own servers') && hasPostgresql())('two of each over one database', () => {
  let mails: MailServer;
  let academy: ReplicatedAcademy;
  let managers: readonly [Api, Api];

  beforeAll(async () => {
    mails = await MailServer.start();
    academy = await ReplicatedAcademy.start({ auth: ['--setup_code', `--smtp=smtp://127.0.0.1:${mails.port}`] });
  });
  afterAll(async () => {
    await academy?.remove();
    await mails?.stop();
  });

  const each = <T>(count: number, make: (url: string, number: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, number) => make(academy.urls[number % 2 === 0 ? 0 : 1], number)));

  /** The learner as the manager at an edge sees it, at each of the auths: asked often enough to reach both. */
  const seen = async (manager: Api, learner: Learner) => {
    const ask = async () => {
      const { result } = await manager.must<{ result: Learner[] }>('PUT', '/api/cm/user/fetch-users', {
        search: learner.email,
      });
      return result[0]?.status;
    };
    return [await ask(), await ask(), await ask(), await ask()];
  };

  test('both auths ask the first manager for the same code', async () => {
    const [code, other] = await Promise.all(
      academy.auths.map(async ({ data }) => (await readFile(join(data, 'run/setup-code'), 'utf8')).trim()),
    );
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
    expect(other).toBe(code);
    const signUp = { email: freshEmail(), password: PASSWORD, fullname: 'Nobody', setupCode: 'AAAA-AAAA' };
    for (const url of academy.urls)
      expect(await new Api(url).put('/api/cm/auth/signup', signUp)).toMatchObject(failure(403, 'wrong_setup_code'));
    const { api } = await firstManager(academy.urls[0], code);
    managers = [api, new Api(academy.urls[1], api.token)];
  });

  test('a session is one at both edges, and its end too', async () => {
    const learner = await newLearner(managers[0]);
    const first = await signIn(academy.urls[0], learner.email);
    const elsewhere = new Api(academy.urls[1], first.token);
    expect((await elsewhere.post('/api/user-course/fetch-courses')).status).toBe(200);
    const second = await signIn(academy.urls[1], learner.email);
    expect(await elsewhere.post('/api/user-course/fetch-courses')).toMatchObject(failure(401, 'signed_in_elsewhere'));
    await until('the refusal at the other edge', async () => {
      const { status } = await first.post('/api/user-course/fetch-courses');
      return status === 401;
    });
    expect((await second.post('/api/user-course/fetch-courses')).status).toBe(200);
  });

  test('of sign-ins at the same moment one session stays', async () => {
    const learner = await newLearner(managers[0]);
    const sessions = await each(RACERS, (url) => signIn(url, learner.email));
    await until('one session', async () => {
      const answers = await Promise.all(sessions.map((api) => api.post('/api/user-course/fetch-courses')));
      return answers.filter(({ status }) => status === 200).length === 1;
    });
  });

  test('an address is one learner’s, and keyed calls happen once', async () => {
    const email = freshEmail();
    const answers = await each(RACERS, (_, number) =>
      managers[number % 2 === 0 ? 0 : 1].call('POST', '/api/cm/user/create-user', person(email)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(RACERS - 1).fill(409)]);

    const [key, keyed] = [randomUUID(), freshEmail()];
    const repeated = await each(RACERS, async (_, number) => {
      const create = () =>
        managers[number % 2 === 0 ? 0 : 1].call<{ result: Learner }>(
          'POST',
          '/api/cm/user/create-user',
          person(keyed),
          key,
        );
      let answer: Answer<{ result: Learner }> = await create();
      await until('an answer', async () => {
        if (answer.body.code !== 'in_progress') return true;
        answer = await create();
        return false;
      });
      return answer;
    });
    expect(repeated.map(({ status }) => status)).toEqual(Array<number>(RACERS).fill(201));
    expect(new Set(repeated.map(({ body }) => body.result._id)).size).toBe(1);
  });

  test('guesses are counted over both auths', async () => {
    const learner = await newLearner(managers[0]);
    const answers = await each(GUESSES, (url, number) =>
      new Api(url).post('/api/auth/login', { email: learner.email, password: `wrong-${number}` }),
    );
    const checked = answers.filter(({ body }) => body.code === 'wrong_password');
    expect(checked).toHaveLength(5);
    for (const url of academy.urls) {
      const answer = await new Api(url).post('/api/auth/login', { email: learner.email, password: PASSWORD });
      expect(answer).toMatchObject(failure(429, 'too_many_attempts'));
    }
  });

  test('both auths know who is online', async () => {
    const learner = await newLearner(managers[0]);
    const session = await signIn(academy.urls[0], learner.email);
    const live = await new LiveConnection(academy.urls[1], session.token).connected();
    const everywhere = async (status: Learner['status']) => {
      for (const manager of managers)
        if ((await seen(manager, learner)).some((shown) => shown !== status)) return false;
      return true;
    };
    await until('online at both', () => everywhere('online'));
    live.close();
    await until('offline at both', () => everywhere('offline'));
  });

  test('each mail is sent once', async () => {
    const emails = await each(RACERS, async (url) => {
      const email = freshEmail('mailed');
      await new Api(url).must('PUT', '/api/auth/signup', person(email));
      return email;
    });
    for (const email of emails) await mails.mailsTo(email);
    const [manager] = managers;
    await until('all mails to be sent', async () => {
      const { result } = await manager.must<{ result: { to: string; state: string }[] }>(
        'POST',
        '/api/cm/mail/fetch-mails',
        { limit: 100 },
      );
      return emails.every((email) => result.some(({ to, state }) => to === email && state === 'sent'));
    });
    for (const email of emails) expect(await mails.mailsTo(email)).toHaveLength(1);
  });

  test('progress is the union of what both enrollments were told', { timeout: 240_000 }, async () => {
    const media = await MediaFolder.create();
    const [manager] = managers;
    const asset = await readyAsset(manager, await media.mp4('lesson.mp4', SECONDS, '160x90'));
    const course = await setVideos(manager, await newCourse(manager, 'Watched', ['one']), [asset._id]);
    await media.remove();
    const learner = await newLearner(manager);
    await assign(manager, course._id, learner._id);
    const { token } = await signIn(academy.urls[0], learner.email);
    const answers = await each(20, (url, number) =>
      new Api(url, token).put('/api/user-course/update-progress', {
        courseId: course._id,
        partId: course.parts[0]?._id,
        position: 2 * number,
        watched: [[2 * number, 2 * number + 2]],
      }),
    );
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 20 }, () => [200, undefined]),
    );
    for (const url of academy.urls) {
      const { result } = await new Api(url, token).must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
        courseId: course._id,
      });
      expect(result.progress.parts[0]?.watchedSeconds).toBe(40);
    }
  });

  test('who is in the bin is denied by both enrollments, and comes back at both', async () => {
    const [manager] = managers;
    const learner = await newLearner(manager);
    const course = await newCourse(manager, 'In and out', ['one']);
    await assign(manager, course._id, learner._id);
    const assigned = async () => {
      const asked = await each(6, (url) =>
        new Api(url, manager.token).must<{ result: { clientId: string }[] }>(
          'POST',
          '/api/cm/user-course/fetch-users-course',
          { courseId: course._id },
        ),
      );
      return asked.map(({ result }) => result.some(({ clientId }) => clientId === learner._id));
    };
    const shown = async (expected: boolean) => (await assigned()).every((each) => each === expected);
    for (let round = 0; round < 3; ++round) {
      await until('the assignment', () => shown(true));
      await manager.must('PUT', '/api/cm/user/remove-user', { clientId: learner._id });
      await until('no assignment', () => shown(false));
      await manager.must('PUT', '/api/cm/bin/restore', { _id: learner._id });
    }
    await until('the assignment', () => shown(true));
  });

  test('the death of an auth and of an enrollment is hidden from who reads', async () => {
    const [manager] = managers;
    const course = await newCourse(manager, 'Read on', ['one']);
    for (const [replicas, read] of [
      [academy.auths, (api: Api) => api.put('/api/cm/user/fetch-users', { limit: 10 })],
      [academy.enrollments, (api: Api) => api.post('/api/cm/user-course/fetch-users-course', { courseId: course._id })],
    ] as const) {
      replicas[1].signal('SIGKILL');
      await replicas[1].ended();
      const answers = await each(40, (url) => read(new Api(url, manager.token)));
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
        Array.from({ length: 40 }, () => [200, undefined]),
      );
      await replicas[1].startAgain();
    }
  });

  test('the audit trail of both is whole', async () => {
    const { stdout } = await promisify(execFile)(join(ROOT, 'academy'), [
      'audit',
      'verify',
      '--data',
      academy.auths[0].data,
      '--db-file',
      academy.databaseFile('auth'),
    ]);
    expect(stdout).toMatch(/^Audit trail is whole: \d+ events/);
  });
});
