import 'fake-indexeddb/auto';
import { http, HttpResponse } from 'msw';
import { isApiError } from '@/lib/api-error';
import { learnerSession } from '@/lib/session';
import { server } from '@/testing/server';
import { dequeue, queued } from './progress-queue';
import { flushProgress, sendProgress } from './progress-sync';

const input = (partId: string) => ({ courseId: 'c1', partId, position: 1, watched: [[0, 1]] as [number, number][] });

/** Answers each part's progress with a status, and tells what came. */
function academy(statusOf: (partId: string) => number) {
  const came: string[] = [];
  server.use(
    http.put('*/api/user-course/update-progress', async ({ request }) => {
      const { partId } = (await request.json()) as { partId: string };
      came.push(partId);
      const status = statusOf(partId);
      return status === 200
        ? HttpResponse.json({ message: 'ok', result: { percent: 1, parts: [], lastPartId: partId } })
        : HttpResponse.json({ message: 'x', code: 'y' }, { status });
    }),
  );
  return came;
}

beforeEach(() => learnerSession.start('t', { clientId: 'sara', fullname: 'Sara' }));
afterEach(async () => {
  for (const entry of await queued('sara')) await dequeue(entry);
});

test('while the service is down everything is kept; afterwards the oldest goes first', async () => {
  academy(() => 503);
  expect(await sendProgress(input('p1'), false)).toBeNull();
  expect(await sendProgress(input('p2'), false)).toBeNull();
  const came = academy(() => 200);
  expect(await sendProgress(input('p3'), false)).toMatchObject({ lastPartId: 'p3' });
  expect(came).toEqual(['p1', 'p2', 'p3']);
  expect(await queued('sara')).toEqual([]);
});

test('what is refused for good is thrown when it is new and forgotten when it was kept', async () => {
  academy(() => 503);
  await sendProgress(input('p1'), false);
  academy((partId) => (partId === 'p1' ? 403 : 200));
  expect(await flushProgress()).toBe(true);
  expect(await queued('sara')).toEqual([]);
  academy(() => 403);
  await expect(sendProgress(input('p2'), false)).rejects.toSatisfy(
    (error) => isApiError(error) && error.status === 403,
  );
});

test('an ended session keeps what waits for the learner’s next one', async () => {
  academy(() => 503);
  await sendProgress(input('p1'), false);
  academy(() => 401);
  expect(await flushProgress()).toBe(false);
  expect(await queued('sara')).toHaveLength(1);
  learnerSession.start('t2', { clientId: 'omar', fullname: 'Omar' });
  const came = academy(() => 200);
  await flushProgress();
  expect(came).toEqual([]);
});

test('a page that is left does not wait for what was kept', async () => {
  academy(() => 503);
  await sendProgress(input('p1'), false);
  const came = academy(() => 200);
  await sendProgress(input('p2'), true);
  expect(came).toEqual(['p2']);
});
