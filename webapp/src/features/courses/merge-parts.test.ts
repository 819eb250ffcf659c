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

/** The merged lessons if all versions are of one side. */
const sides = (...[was, mine, theirs]: Parameters<typeof mergeParts>) => ({
  mine: mergeParts(was, mine, theirs, () => 'mine').parts,
  theirs: mergeParts(was, mine, theirs, () => 'theirs').parts,
});

test('changes of different lessons, and of different fields of one, are all kept and told', () => {
  const mine = [part('a', { title: 'mine' }), part('b', { video: video('v') }), part('c')];
  const theirs = [part('a', { description: 'theirs' }), part('b'), part('c', { title: 'theirs' })];
  const merged = mergeParts(base, mine, theirs);
  expect(merged.differences).toEqual([]);
  expect(merged.parts).toEqual([
    part('a', { title: 'mine', description: 'theirs' }),
    part('b', { video: video('v') }),
    part('c', { title: 'theirs' }),
  ]);
  expect(merged.kept).toEqual([
    { kind: 'description', number: 1 },
    { kind: 'title', number: 3 },
  ]);
});

test('the same field of the same lesson is asked about, and each field by itself', () => {
  const mine = [part('a'), part('b', { title: 'mine', video: video('mine') }), part('c')];
  const theirs = [part('a'), part('b', { title: 'theirs', video: video('theirs') }), part('c')];
  const { differences } = mergeParts(base, mine, theirs);
  expect(differences.map(({ kind }) => kind)).toEqual(['title', 'video']);
  expect(differences[0]).toMatchObject({ number: 2, mine: { title: 'mine' }, theirs: { title: 'theirs' } });
  const merged = sides(base, mine, theirs);
  expect(merged.mine[1]).toMatchObject({ title: 'mine', video: { assetId: 'mine' } });
  expect(merged.theirs[1]).toMatchObject({ title: 'theirs', video: { assetId: 'theirs' } });
  const mixed = mergeParts(base, mine, theirs, (key) => (key === differences[1]?.key ? 'theirs' : 'mine'));
  expect(mixed.parts[1]).toMatchObject({ title: 'mine', video: { assetId: 'theirs' } });
});

test('additions of both stand where they were added', () => {
  const mine = [part('a'), added('m'), part('b'), part('c')];
  const theirs = [part('t'), part('a'), part('b'), part('c'), part('u')];
  const merged = mergeParts(base, mine, theirs);
  expect(ids(merged.parts)).toBe('tambcu');
  expect(merged.differences).toEqual([]);
  expect(merged.kept).toEqual([
    { kind: 'added', number: 1 },
    { kind: 'added', number: 5 },
  ]);
});

test('a removal by either is kept where the other changed nothing there', () => {
  const merged = mergeParts(base, [part('a'), part('c')], [part('a'), part('b')]);
  expect(ids(merged.parts)).toBe('a');
  expect(merged.differences).toEqual([]);
  expect(merged.kept).toEqual([{ kind: 'removed', number: 2 }]);
});

test('a lesson that one removed and the other changed is asked about, and stored as a new one if it is kept', () => {
  const [mine, without] = [
    [part('a', { title: 'mine' }), part('b'), part('c')],
    [part('b'), part('c')],
  ];
  expect(mergeParts(base, mine, without).differences).toMatchObject([
    { kind: 'removed', number: 1, mine: { title: 'mine' }, theirs: null },
  ]);
  const theyRemoved = sides(base, mine, without);
  expect(theyRemoved.mine[0]).toMatchObject({ key: 'a', title: 'mine' });
  expect(theyRemoved.mine[0]?._id).toBeUndefined();
  expect(ids(theyRemoved.theirs)).toBe('bc');
  const theirs = [part('a', { title: 'theirs' }), part('b'), part('c')];
  expect(mergeParts(base, without, theirs).differences).toMatchObject([
    { kind: 'removed', mine: null, theirs: { title: 'theirs' } },
  ]);
  const iRemoved = sides(base, without, theirs);
  expect(ids(iRemoved.mine)).toBe('bc');
  expect(ids(iRemoved.theirs)).toBe('abc');
});

test('the order is that of whoever changed it, and asked about if both did', () => {
  const [a, b, c] = [part('a'), part('b'), part('c')];
  expect(mergeParts(base, [c, a, b], base)).toMatchObject({ parts: [c, a, b], kept: [] });
  const moved = mergeParts(base, [a, b, c, added('m')], [c, b, a]);
  expect(ids(moved.parts)).toBe('cmba');
  expect(moved.kept).toEqual([{ kind: 'order' }]);
  expect(mergeParts(base, [c, a, b], [b, c, a]).differences.map(({ kind }) => kind)).toEqual(['order']);
  const both = sides(base, [c, a, b], [b, c, a]);
  expect(ids(both.mine)).toBe('cab');
  expect(ids(both.theirs)).toBe('bca');
});
