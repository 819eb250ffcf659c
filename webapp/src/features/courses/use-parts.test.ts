import type { Asset } from '@/lib/models';
import { partOf } from '@/testing/courses';
import { isSavedAs, partsReducer, toDrafts, toInput } from './use-parts';
import { withProgress } from './use-video-progress';

const part = (id: string) => partOf(id, id);
const keys = (drafts: ReturnType<typeof toDrafts>) => drafts.map(({ key }) => key);

test('takes a new order; what was added meanwhile stays at the end', () => {
  const drafts = partsReducer(toDrafts([part('a'), part('b'), part('c')]), { type: 'add', key: 'new' });
  expect(keys(partsReducer(drafts, { type: 'order', keys: ['c', 'a', 'b'] }))).toEqual(['c', 'a', 'b', 'new']);
});

test('a removal is taken back to where the part was', () => {
  const drafts = toDrafts([part('a'), part('b'), part('c')]);
  const removed = partsReducer(drafts, { type: 'remove', key: 'b' });
  expect(keys(removed)).toEqual(['a', 'c']);
  const [, lost] = drafts;
  if (!lost) throw new Error('there is a second part');
  const restored = partsReducer(removed, { type: 'restore', part: lost, index: 1 });
  expect(keys(restored)).toEqual(['a', 'b', 'c']);
  expect(partsReducer(restored, { type: 'restore', part: lost, index: 1 })).toBe(restored);
});

test('a new part is sent without an id and gets one from the answer, keeping what was typed meanwhile', () => {
  let drafts = partsReducer(toDrafts([part('a')]), { type: 'add', key: 'new' });
  drafts = partsReducer(drafts, { type: 'change', key: 'new', change: { title: 'First' } });
  expect(toInput(drafts)[1]).toEqual({ title: 'First', description: '', video: null });

  const sentKeys = keys(drafts);
  drafts = partsReducer(drafts, { type: 'change', key: 'new', change: { title: 'First lesson' } });
  drafts = partsReducer(drafts, { type: 'saved', parts: [part('a'), part('n')], sentKeys });
  expect(drafts[1]).toMatchObject({ key: 'new', _id: 'n', title: 'First lesson' });
});

test('what becomes of a video is shown and changes nothing that would be saved', () => {
  const video = { assetId: 'v', status: 'queued' as const, progress: 0, error: null };
  const drafts = toDrafts([{ ...part('a'), video }, part('b')]);
  const asset = { _id: 'v', status: 'ready', progress: 100, error: null } as Asset;
  const [followed, other] = withProgress(drafts, [asset]);
  expect(followed?.video).toEqual({ ...video, status: 'ready', progress: 100 });
  expect(isSavedAs(withProgress(drafts, [asset]), toInput(drafts))).toBe(true);
  expect(other).toBe(drafts[1]);
});
