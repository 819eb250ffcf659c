// The academy's time zone as owners set it: what they publish changes the days of what follows, at every process and
// without a restart.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { SecondEdge } from '../../harness/academies/edge.ts';
import { firstManager, newCourse, newLearner, type Api, type Course } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { failure } from '../../harness/expected.ts';
import { until } from '../../harness/until.ts';

const PROCESSES = ['auth', 'enrollment', 'edge'] as const;
const DAYS = { startDate: '2030-06-01', expiryDate: '2030-06-30' };
const IN_RIYADH = { startDate: '2030-05-31T21:00:00.000Z', expiryDate: '2030-06-30T20:59:59.999Z' };
const IN_NEW_YORK = { startDate: '2030-06-01T04:00:00.000Z', expiryDate: '2030-07-01T03:59:59.999Z' };

let cluster: Cluster;
let second: SecondEdge;
let owner: Api;
let course: Course;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', '--timezone', 'Asia/Riyadh'] });
  owner = (await firstManager(cluster.url)).api;
  second = await SecondEdge.start(cluster);
  course = await newCourse(owner, 'Days');
});

afterAll(async () => {
  await second?.stop();
  await cluster?.stop();
});

const pids = () => Promise.all(PROCESSES.map((name) => cluster.pidOf(name)));
const told = async (url: string) => {
  const { result } = (await (await fetch(`${url}/api/public/site`)).json()) as { result: { timezone: string } };
  return result.timezone;
};
const save = (timezone: string) => owner.put('/api/cm/site/save-draft', { files: {}, timezone });

interface Dated {
  clientId: string;
  startDate: string;
  expiryDate: string;
}
async function assignDays(): Promise<Dated | undefined> {
  const learner = await newLearner(owner);
  const body = { courseId: course._id, userIds: [learner._id], ...DAYS };
  const { result } = await owner.must<{ result: Dated[] }>('PUT', '/api/cm/user-course/assign-user-course', body);
  return result.find(({ clientId }) => clientId === learner._id);
}

test('a zone that owners publish changes the days of what is assigned next, without a restart', async () => {
  const before = await pids();
  const first = await assignDays();
  expect(first).toMatchObject(IN_RIYADH);
  expect(await told(cluster.url)).toBe('Asia/Riyadh');

  expect((await save('America/New_York')).status).toBe(200);
  expect(await assignDays(), 'a draft counts for nobody').toMatchObject(IN_RIYADH);
  await owner.must('PUT', '/api/cm/site/publish', {});
  expect(await told(cluster.url), 'to who published, at once').toBe('America/New_York');
  await until('the zone at the other edge', async () => (await told(second.url)) === 'America/New_York');
  const dates = { courseId: course._id, clientId: first?.clientId, ...DAYS };
  await until('the new days', async () => {
    const { result } = await owner.must<{ result: Dated }>('PUT', '/api/cm/user-course/update-expdate', dates);
    return result.startDate === IN_NEW_YORK.startDate && result.expiryDate === IN_NEW_YORK.expiryDate;
  });
  expect(await assignDays()).toMatchObject(IN_NEW_YORK);
  expect(await pids()).toEqual(before);
});

test('it is still the academy’s after a restart of enrollment, whatever the settings say', async () => {
  await cluster.restart('enrollment');
  expect(await assignDays()).toMatchObject(IN_NEW_YORK);
});

test('a zone that the system does not know is refused, and changes nothing', async () => {
  const answer = await save('Mars/Olympus');
  expect(answer).toMatchObject(failure(422, 'validation_failed'));
  expect(answer.body.data?.map(({ field, code }) => [field, code])).toEqual([['timezone', 'timezone_unknown']]);
  expect(await owner.put('/api/cm/site/save-draft', { files: {}, timezone: 3 })).toMatchObject(
    failure(400, 'wrong_type'),
  );
  const { result } = await owner.must<{ result: { timezone: string; draft: boolean } }>('POST', '/api/cm/site/fetch');
  expect(result).toMatchObject({ timezone: 'America/New_York', draft: false });
});

test('the setting applies again when owners take theirs back', async () => {
  await save('');
  await owner.must('PUT', '/api/cm/site/publish', {});
  expect(await told(cluster.url)).toBe('Asia/Riyadh');
  await until('the days of the setting', async () => (await assignDays())?.startDate === IN_RIYADH.startDate);
});
