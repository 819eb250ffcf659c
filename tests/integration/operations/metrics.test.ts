// Metrics of every process on one page, and one request's id in all logs.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Api, assign, firstManager, newCourse, newLearner, signIn } from '../../harness/api.ts';
import { Cluster, PROCESSES } from '../../harness/cluster.ts';
import { LiveConnection } from '../../harness/live.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster;
let manager: Api;
let learner: Api;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  const course = await newCourse(manager, 'Measured', ['one']);
  const record = await newLearner(manager);
  await assign(manager, course._id, record._id);
  learner = await signIn(cluster.url, record.email);
});

afterAll(async () => {
  await cluster?.stop();
});

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/;

/** The samples of a page; fails on a line that is not in the format. */
async function samples(): Promise<Sample[]> {
  const answer = await fetch(`${cluster.url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const lines = (await answer.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return lines.map((line) => {
    const [, name = '', labels = '', value = ''] = SAMPLE.exec(line) ?? [];
    expect(name, line).not.toBe('');
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return { name, labels: Object.fromEntries(pairs) as Labels, value: value === '+Inf' ? Infinity : Number(value) };
  });
}

async function valueOf(name: string, labels: Labels): Promise<number | undefined> {
  const wanted = Object.entries(labels);
  const found = (await samples()).filter(
    (sample) => sample.name === name && wanted.every(([key, value]) => sample.labels[key] === value),
  );
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
}

test('the page has the metrics of all five processes, each under its name', async () => {
  const all = await samples();
  for (const process of PROCESSES) {
    const names = all.filter(({ labels }) => labels['process'] === process).map(({ name }) => name);
    expect(names, process).toContain('academy_process_resident_bytes');
    expect(names, process).toContain('academy_process_cpu_seconds');
    if (process !== 'edge') expect(names, process).toContain('academy_executor_waiting');
  }
  for (const name of [
    'academy_database_seconds_count',
    'academy_database_wait_seconds_count',
    'academy_mails',
    'academy_uploads_open',
    'academy_processing_jobs',
    'academy_processing_waiting',
    'academy_learners_online',
  ])
    expect(
      all.some((sample) => sample.name === name),
      name,
    ).toBe(true);
});

test('a request is counted by route and status, with its duration and its service’s', async () => {
  const route = { route: '/api/user/fetch-info' };
  const before = (await valueOf('academy_edge_requests_total', { ...route, status: '200' })) ?? 0;
  expect((await learner.post('/api/user/fetch-info')).status).toBe(200);
  expect((await new Api(cluster.url).post('/api/user/fetch-info')).status).toBe(401);
  // An answer is counted after it was sent, so its reader may be earlier.
  await until('the count', async () => {
    const now = await valueOf('academy_edge_requests_total', { ...route, status: '200' });
    return now === before + 1;
  });
  await until(
    'the refusal',
    async () => (await valueOf('academy_edge_requests_total', { ...route, status: '401' })) === 1,
  );
  await until(
    'their durations',
    async () => (await valueOf('academy_edge_request_seconds_count', route)) === before + 2,
  );
  await until('the service’s', async () => (await valueOf('academy_edge_call_seconds_count', route)) === before + 1);
  expect(await valueOf('academy_rpc_calls_total', { process: 'auth', code: 'OK' })).toBeGreaterThan(0);
});

test('a page view is counted by page and language, without the visitor’s address', async () => {
  const visitor = new Api(cluster.url);
  for (const page of ['/courses/0c5f', '/courses/9d21', '/about', '/no/such/page'])
    expect((await visitor.call('POST', '/api/public/page-view', { page, lang: 'en' })).status).toBe(200);
  const views = (page: string) => valueOf('academy_edge_page_views_total', { page, language: 'en' });
  const counted = async () => [await views('/courses/:courseId'), await views('/about'), await views('other')];
  // An answer may be read before its view is counted.
  await until('the views', async () => (await counted()).join() === '2,1,1');
  expect(JSON.stringify(await samples())).not.toMatch(/0c5f|such/);
});

test('live connections are counted by transport', async () => {
  const open = [
    new LiveConnection(cluster.url, manager.token, { transports: ['polling'], upgrade: false }),
    new LiveConnection(cluster.url, learner.token, { transports: ['websocket'] }),
  ];
  for (const connection of open) await connection.connected();
  const counted = (transport: string) => valueOf('academy_edge_live_connections', { transport });
  await until('both', async () => (await counted('polling')) === 1 && (await counted('websocket')) === 1);
  await until('online', async () => (await valueOf('academy_learners_online', {})) === 1);
  for (const connection of open) connection.close();
  await until('none', async () => (await counted('polling')) === 0 && (await counted('websocket')) === 0);
});

test("a process that does not answer is reported as down, and the others' metrics remain", async () => {
  const pid = await cluster.pidOf('presence');
  await cluster.freeze(pid);
  try {
    await until('down', async () => (await valueOf('academy_up', { process: 'presence' })) === 0);
    expect(await valueOf('academy_up', { process: 'auth' })).toBe(1);
    expect(await valueOf('academy_process_cpu_seconds', { process: 'catalog' })).toBeDefined();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await until('up again', async () => (await valueOf('academy_up', { process: 'presence' })) === 1);
});

test("a request's id is in the log of the service that failed it", async () => {
  const pid = await cluster.pidOf('catalog');
  // The supervisor would start it again at once.
  await cluster.freeze(cluster.pid);
  let id: string | null;
  try {
    process.kill(pid, 'SIGKILL');
    await until('its end', async () => (await fetch(`${cluster.url}/readyz`)).status === 503);
    const answer = await learner.post('/api/user-course/fetch-courses');
    expect(answer.status).toBe(503);
    id = answer.headers.get('x-request-id');
  } finally {
    process.kill(cluster.pid, 'SIGCONT');
  }
  expect(id).toBeTruthy();
  await until('the line', async () => {
    const lines = (await cluster.logOf('enrollment')).split('\n').filter((line) => line !== '');
    return lines.some((line) => (JSON.parse(line) as { requestId?: string }).requestId === id);
  });
  await cluster.ready();
});
