import type { Part } from '@/lib/models';
import { partsReducer, toDrafts, toInput } from './use-parts';

const part = (id: string): Part => ({ _id: id, title: id, description: '', duration: 0, video: null });
const keys = (drafts: ReturnType<typeof toDrafts>) => drafts.map(({ key }) => key);

test('moves a part and stops at both ends', () => {
  const drafts = toDrafts([part('a'), part('b'), part('c')]);
  expect(keys(partsReducer(drafts, { type: 'move', key: 'a', by: 1 }))).toEqual(['b', 'a', 'c']);
  expect(keys(partsReducer(drafts, { type: 'move', key: 'a', by: -1 }))).toEqual(['a', 'b', 'c']);
  expect(keys(partsReducer(drafts, { type: 'move', key: 'c', by: 1 }))).toEqual(['a', 'b', 'c']);
});

test('a new part is sent without an id and gets one from the answer, keeping what was typed meanwhile', () => {
  let drafts = partsReducer(toDrafts([part('a')]), { type: 'add' });
  const added = drafts[1]?.key ?? '';
  drafts = partsReducer(drafts, { type: 'change', key: added, change: { title: 'First' } });
  expect(toInput(drafts)[1]).toEqual({ title: 'First', description: '', video: null });

  const sentKeys = keys(drafts);
  drafts = partsReducer(drafts, { type: 'change', key: added, change: { title: 'First lesson' } });
  drafts = partsReducer(drafts, { type: 'saved', parts: [part('a'), part('n')], sentKeys });
  expect(drafts[1]).toMatchObject({ key: added, _id: 'n', title: 'First lesson' });
});
