import { mergeParts } from './merge-parts';
import type { DraftPart } from './use-parts';

const part = (id: string, change: Partial<DraftPart> = {}): DraftPart => ({
  key: id,
  _id: id,
  title: id,
  description: '',
  video: null,
  ...change,
});
const added = (key: string): DraftPart => ({ key, title: key, description: '', video: null });
const video = (assetId: string) => ({ assetId, status: 'ready' as const, progress: 100, error: null });
const base = [part('a'), part('b'), part('c')];
const ids = (parts: readonly DraftPart[]) => parts.map(({ key }) => key).join('');

test('changes of different lessons, and of different fields of one, are all kept', () => {
  const mine = [part('a', { title: 'mine' }), part('b', { video: video('v') }), part('c')];
  const theirs = [part('a', { description: 'theirs' }), part('b'), part('c', { title: 'theirs' })];
  const merged = mergeParts(base, mine, theirs);
  expect(merged.differences).toEqual([]);
  expect(merged.mine).toEqual([
    part('a', { title: 'mine', description: 'theirs' }),
    part('b', { video: video('v') }),
    part('c', { title: 'theirs' }),
  ]);
});

test('the same field of the same lesson is asked about', () => {
  const mine = [part('a'), part('b', { title: 'mine', video: video('mine') }), part('c')];
  const theirs = [part('a'), part('b', { title: 'theirs', video: video('theirs') }), part('c')];
  const merged = mergeParts(base, mine, theirs);
  expect(merged.differences.map((difference) => difference.kind)).toEqual(['title', 'video']);
  expect(merged.differences[0]).toMatchObject({ number: 2, mine: { title: 'mine' }, theirs: { title: 'theirs' } });
  expect(merged.mine[1]).toMatchObject({ title: 'mine', video: { assetId: 'mine' } });
  expect(merged.theirs[1]).toMatchObject({ title: 'theirs', video: { assetId: 'theirs' } });
});

test('additions of both stand where they were added', () => {
  const mine = [part('a'), added('m'), part('b'), part('c')];
  const theirs = [part('t'), part('a'), part('b'), part('c'), part('u')];
  const merged = mergeParts(base, mine, theirs);
  expect(ids(merged.mine)).toBe('tambcu');
  expect(merged.differences).toEqual([]);
});

test('a removal by either is kept where the other changed nothing there', () => {
  const merged = mergeParts(base, [part('a'), part('c')], [part('a'), part('b')]);
  expect(ids(merged.mine)).toBe('a');
  expect(merged.differences).toEqual([]);
});

test('a lesson that one removed and the other changed is asked about, and stored as a new one if it is kept', () => {
  const theyRemoved = mergeParts(base, [part('a', { title: 'mine' }), part('b'), part('c')], [part('b'), part('c')]);
  expect(theyRemoved.differences).toMatchObject([
    { kind: 'removed', number: 1, mine: { title: 'mine' }, theirs: null },
  ]);
  expect(theyRemoved.mine[0]).toMatchObject({ key: 'a', title: 'mine' });
  expect(theyRemoved.mine[0]?._id).toBeUndefined();
  expect(ids(theyRemoved.theirs)).toBe('bc');
  const iRemoved = mergeParts(base, [part('b'), part('c')], [part('a', { title: 'theirs' }), part('b'), part('c')]);
  expect(iRemoved.differences).toMatchObject([{ kind: 'removed', mine: null, theirs: { title: 'theirs' } }]);
  expect(ids(iRemoved.mine)).toBe('bc');
  expect(ids(iRemoved.theirs)).toBe('abc');
});

test('the order is that of whoever changed it, and asked about if both did', () => {
  const [a, b, c] = [part('a'), part('b'), part('c')];
  expect(ids(mergeParts(base, [c, a, b], base).mine)).toBe('cab');
  expect(ids(mergeParts(base, [a, b, c, added('m')], [c, b, a]).mine)).toBe('cmba');
  const both = mergeParts(base, [c, a, b], [b, c, a]);
  expect(both.differences.map(({ kind }) => kind)).toEqual(['order']);
  expect(ids(both.mine)).toBe('cab');
  expect(ids(both.theirs)).toBe('bca');
});
