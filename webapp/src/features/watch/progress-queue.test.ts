import 'fake-indexeddb/auto';
import { dequeue, enqueue, queued } from './progress-queue';

const input = (partId: string, position: number, watched: [number, number][]) => ({
  courseId: 'c1',
  partId,
  position,
  watched,
});

afterEach(async () => {
  for (const who of ['sara', 'omar']) for (const entry of await queued(who)) await dequeue(entry);
});

test('keeps what was watched in order, each learner’s apart', async () => {
  await enqueue('sara', input('p1', 5, [[0, 5]]));
  await enqueue('omar', input('p1', 9, [[0, 9]]));
  await enqueue('sara', input('p2', 3, [[0, 3]]));
  expect((await queued('sara')).map((entry) => entry.input.partId)).toEqual(['p1', 'p2']);
  expect(await queued('omar')).toHaveLength(1);
});

test('what follows in the same lesson is joined, with the newest place', async () => {
  await enqueue('sara', input('p1', 5, [[0, 5]]));
  await enqueue('sara', input('p1', 10, [[5, 10]]));
  await enqueue('sara', input('p1', 62, [[60, 62]]));
  const [entry, ...rest] = await queued('sara');
  expect(rest).toEqual([]);
  expect(entry?.input).toEqual(
    input('p1', 62, [
      [0, 10],
      [60, 62],
    ]),
  );
});

test('what came to an entry while it was sent is not taken away with it', async () => {
  await enqueue('sara', input('p1', 5, [[0, 5]]));
  const [sent] = await queued('sara');
  if (!sent) throw new Error('nothing queued');
  await enqueue('sara', input('p1', 10, [[5, 10]]));
  await dequeue(sent);
  expect(await queued('sara')).toMatchObject([{ input: { position: 10 } }]);
});

test('a browser without a database keeps nothing and says so', async () => {
  vi.stubGlobal('indexedDB', undefined);
  expect(await enqueue('sara', input('p1', 5, [[0, 5]]))).toBe(false);
  expect(await queued('sara')).toEqual([]);
  vi.unstubAllGlobals();
});
