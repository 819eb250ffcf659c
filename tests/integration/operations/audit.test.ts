// The audit trail of a running academy: events appear, and the verifying command accepts them.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  Api,
  assign,
  day,
  firstManager,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  signInManager,
  type Course,
  type Learner,
} from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { databaseFlag } from '../../harness/engine.ts';
import { LearnerFiles } from '../../harness/learner-files.ts';
import { acceptInserts, refuseInserts } from '../../harness/sql.ts';
import { until } from '../../harness/until.ts';

interface Party {
  kind: string;
  _id: string;
  name: string;
}

interface AuditEvent {
  _id: string;
  position: number;
  at: string;
  actor: Party;
  action: string;
  subject: Party;
  peer: string;
  device: string;
  requestId: string;
  details: Record<string, string>;
  hash: string;
}

interface Page {
  result: AuditEvent[];
  nextCursor: string | null;
}

const FETCH = '/api/cm/audit/fetch-events';
const EXPORT = '/api/cm/user/export';
const EXPORT_COURSE = '/api/cm/user-course/export';

let cluster: Cluster;
let manager: Awaited<ReturnType<typeof firstManager>>;
let learner: Learner;
let course: Course;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = await firstManager(cluster.url);
  learner = await newLearner(manager.api, 'سارة علي');
  course = await newCourse(manager.api, 'Algebra', ['One', 'Two']);
});

afterAll(async () => {
  await cluster?.stop();
});

async function find(filter: object): Promise<AuditEvent[]> {
  return (await manager.api.must<Page>('POST', FETCH, filter)).result;
}

/** The newest event of an action; those of catalog and enrollment come a moment after their calls. */
async function eventOf(action: string, filter: object = {}): Promise<AuditEvent> {
  let found: AuditEvent | undefined;
  await until(action, async () => {
    found = (await find({ ...filter, action }))[0];
    return found !== undefined;
  });
  if (found === undefined) throw new Error(`no event ${action}`);
  return found;
}

/** Runs `./academy audit verify`. */
async function verify(...flags: string[]): Promise<{ code: number; output: string }> {
  const command = ['audit', 'verify', '--data', cluster.data, ...databaseFlag(cluster.data, 'auth'), ...flags];
  try {
    const { stdout } = await promisify(execFile)(join(ROOT, 'academy'), command);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

describe('the audit trail', () => {
  test('a created course and its assignment are recorded with actor, action, subject and address', async () => {
    const created = await eventOf('course.created');
    expect(created).toMatchObject({
      actor: { kind: 'manager', _id: manager._id, name: 'First Manager' },
      subject: { kind: 'course', _id: course._id, name: 'Algebra' },
      peer: '127.0.0.1',
      details: { parts: '2' },
    });
    expect(created.device).not.toBe('');
    expect(created.requestId).not.toBe('');
    expect(created.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(created.hash).toMatch(/^[0-9a-f]{64}$/);

    const assignment = await assign(manager.api, course._id, learner._id);
    expect(await eventOf('assignment.created')).toMatchObject({
      actor: { kind: 'manager', _id: manager._id, name: 'First Manager' },
      subject: { kind: 'assignment', _id: assignment._id, name: 'Algebra' },
      peer: '127.0.0.1',
      details: {
        courseId: course._id,
        courseTitle: 'Algebra',
        learnerId: learner._id,
        learnerName: 'سارة علي',
        startDate: assignment.startDate,
        expiryDate: assignment.expiryDate,
      },
    });
  });

  test('changed dates, an update, a deactivation and a sign-out are recorded', async () => {
    const assignment = await assign(manager.api, course._id, learner._id);
    await manager.api.must('PUT', '/api/cm/user-course/update-expdate', {
      courseId: assignment._id,
      expiryDate: day(60),
    });
    await until('changed dates', async () => {
      const [event] = await find({ action: 'assignment.dates_changed' });
      return event?.details['expiryDate']?.startsWith(day(60)) === true && event.details['learnerName'] === 'سارة علي';
    });

    await manager.api.must('PUT', '/api/cm/user/update-user', {
      clientId: learner._id,
      fullname: 'سارة حسن',
      password: `${PASSWORD}2`,
    });
    const updated = await eventOf('learner.updated');
    expect(updated.details).toMatchObject({ changed: 'fullname,password', fullnameBefore: 'سارة علي' });
    expect(JSON.stringify(updated)).not.toContain(PASSWORD);

    await manager.api.must('PUT', '/api/cm/user/update-activation', { clientId: learner._id, active: false });
    expect(await eventOf('learner.deactivated')).toMatchObject({
      actor: { _id: manager._id },
      subject: { kind: 'learner', _id: learner._id, name: 'سارة حسن' },
    });

    const second = await signInManager(cluster.url, manager.email);
    await second.must('POST', '/api/cm/auth/logout');
    expect(await eventOf('manager.signed_out')).toMatchObject({
      actor: { kind: 'manager', _id: manager._id, name: 'First Manager' },
    });
    expect((await find({ action: 'manager.signed_in' })).length).toBeGreaterThanOrEqual(2);
  });

  test('failed sign-ins of known accounts are recorded, those of unknown ones are not', async () => {
    const known = await newLearner(manager.api, 'Omar');
    const visitor = new Api(cluster.url);
    expect((await visitor.post('/api/auth/login', { email: known.email, password: 'wrong-one' })).status).toBe(401);
    await visitor.post('/api/auth/login', { email: 'nobody@academy.test', password: 'wrong-one' });
    const failed = await find({ action: 'learner.sign_in_failed' });
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({
      actor: { kind: 'anonymous' },
      subject: { _id: known._id, name: 'Omar' },
      details: { reason: 'wrong_password' },
    });
    await signIn(cluster.url, known.email);
    expect(await eventOf('learner.signed_in')).toMatchObject({ actor: { kind: 'learner', _id: known._id } });
  });

  test('a learner’s events include everything that was done to the learner', async () => {
    const actions = (await find({ subjectId: learner._id })).map((event) => event.action);
    expect(actions).toEqual(
      expect.arrayContaining(['learner.created', 'assignment.created', 'learner.updated', 'learner.deactivated']),
    );
    expect(await find({ subjectId: learner._id, actorId: 'nobody' })).toEqual([]);
  });

  test('pages run from newest to oldest, without gaps', async () => {
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page: Page = await manager.api.must<Page>(
        'POST',
        FETCH,
        cursor === null ? { limit: 4 } : { limit: 4, cursor },
      );
      seen.push(...page.result.map((event) => event.position));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([...seen].sort((a, b) => a - b)).toEqual(seen.map((_, index) => index + 1));
    expect(await manager.api.post(FETCH, { cursor: 'nonsense' })).toMatchObject({
      status: 422,
      body: { code: 'validation_failed', data: [{ field: 'cursor' }] },
    });
  });

  test('only managers read it', async () => {
    const other = await newLearner(manager.api);
    const asLearner = await signIn(cluster.url, other.email);
    expect(await asLearner.post(FETCH)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await new Api(cluster.url).post(FETCH)).toMatchObject({ status: 401 });
  });

  test('a manager’s reading of bank details and every export are recorded', async () => {
    const one = await newLearner(manager.api, 'Amal Bank');
    await assign(manager.api, course._id, one._id);
    await manager.api.must('POST', '/api/cm/user/fetch-bank', { clientId: one._id });
    expect(await eventOf('learner.bank_read')).toMatchObject({
      actor: { kind: 'manager', _id: manager._id },
      subject: { kind: 'learner', _id: one._id, name: 'Amal Bank' },
      details: {},
    });

    const files = new LearnerFiles(manager.api);
    await files.download(EXPORT, { search: 'Amal Bank', courses: true });
    expect(await eventOf('learner.exported')).toMatchObject({
      actor: { kind: 'manager', _id: manager._id },
      subject: { kind: 'learner', _id: '' },
      peer: '127.0.0.1',
      details: { learners: '1', search: 'Amal Bank', with: 'courses' },
    });
    await files.download(EXPORT, { clientIds: [one._id] });
    expect(await eventOf('learner.exported', { subjectId: one._id })).toMatchObject({ details: { learners: '1' } });

    await files.download(EXPORT_COURSE, { courseId: course._id });
    expect(await eventOf('course.exported')).toMatchObject({
      actor: { kind: 'manager', _id: manager._id },
      subject: { kind: 'course', _id: course._id, name: 'Algebra' },
      details: { learners: expect.stringMatching(/^[1-9]\d*$/) as string },
    });
  });

  test('what cannot be recorded is refused', async () => {
    // Events are in the first of these tables at once on SQLite, and in the second on a server.
    await refuseInserts(cluster.data, 'auth', 'audit_events');
    await refuseInserts(cluster.data, 'auth', 'audit_waiting');
    await refuseInserts(cluster.data, 'enrollment', 'audit_outbox');
    try {
      for (const [path, body] of [
        [EXPORT, {}],
        [EXPORT_COURSE, { courseId: course._id }],
        ['/api/cm/user/fetch-bank', { clientId: learner._id }],
      ] as const) {
        const answer = await manager.api.post(path, body);
        expect(answer.status, path).toBeGreaterThanOrEqual(500);
        expect(answer.body, path).not.toHaveProperty('result');
      }
    } finally {
      await acceptInserts(cluster.data, 'auth', 'audit_events');
      await acceptInserts(cluster.data, 'auth', 'audit_waiting');
      await acceptInserts(cluster.data, 'enrollment', 'audit_outbox');
    }
    await new LearnerFiles(manager.api).download(EXPORT);
  });

  test('the command reports that the running trail is intact, and its head', async () => {
    const first = await verify();
    expect(first.output).toMatch(/^Audit trail is whole: \d+ events\nHead: \d+:[0-9a-f]{64}\n$/);
    expect(first.code).toBe(0);
    const head = /Head: (\S+)/.exec(first.output)?.[1] ?? '';
    await newLearner(manager.api);
    expect((await verify('--head', head)).code).toBe(0);
    expect(await verify('--head', `1:${'0'.repeat(64)}`)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^Audit trail is broken at position 1: /) as string,
    });
    expect((await verify('--head', 'nonsense')).code).toBe(2);
  });

  test('kill -9 of auth and catalog neither loses nor duplicates events', async () => {
    const made: Course[] = [];
    for (const victims of [['catalog'], ['auth'], ['auth', 'catalog']] as const) {
      made.push(await newCourse(manager.api, `Before the death of ${victims.join(' and ')}`));
      for (const victim of victims) process.kill(await cluster.pidOf(victim), 'SIGKILL');
      await until('life after death', async () => (await manager.api.post(FETCH)).status === 200);
      await cluster.ready();
    }
    for (const each of made) {
      await until('the event', async () => (await find({ subjectId: each._id })).length === 1);
    }
    expect((await verify()).code).toBe(0);
  });
});
