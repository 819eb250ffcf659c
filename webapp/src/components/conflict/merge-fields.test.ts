import { mergeFields } from './merge-fields';

const texts = { title: { label: 'Title' }, description: { label: 'Description', show: (text: string) => `<${text}>` } };
const merge = (base: string[], mine: string[], theirs: string[]) => {
  const record = ([title = '', description = '']: string[]) => ({ title, description });
  return mergeFields(record(base), record(mine), record(theirs), texts);
};

const all = (side: 'mine' | 'theirs') => () => side;

test('changes of different fields are all kept, named, and nobody is asked', () => {
  const merged = merge(['a', 'b'], ['mine', 'b'], ['a', 'theirs']);
  expect(merged.resolve(all('mine'))).toEqual({ title: 'mine', description: 'theirs' });
  expect(merged.conflicts).toEqual([]);
  expect(merged.kept).toEqual(['Description']);
});

test('the same change by both is no conflict', () => {
  const merged = merge(['a', 'b'], ['same', 'b'], ['same', 'b']);
  expect(merged.resolve(all('theirs'))).toEqual({ title: 'same', description: 'b' });
  expect([merged.conflicts, merged.kept]).toEqual([[], []]);
});

test('where both changed the same fields, both versions are shown and each can be taken by itself', () => {
  const merged = merge(['a', 'b'], ['mine', 'my text'], ['theirs', 'their text']);
  expect(merged.resolve(all('mine'))).toEqual({ title: 'mine', description: 'my text' });
  expect(merged.resolve(all('theirs'))).toEqual({ title: 'theirs', description: 'their text' });
  expect(merged.resolve((key) => (key === 'title' ? 'theirs' : 'mine'))).toEqual({
    title: 'theirs',
    description: 'my text',
  });
  expect(merged.conflicts).toEqual([
    { key: 'title', label: 'Title', mine: 'mine', theirs: 'theirs' },
    { key: 'description', label: 'Description', mine: '<my text>', theirs: '<their text>' },
  ]);
});

test('taking the other version of one field keeps what was typed into another', () => {
  expect(merge(['a', 'b'], ['mine', 'my text'], ['theirs', 'b']).resolve(all('theirs'))).toEqual({
    title: 'theirs',
    description: 'my text',
  });
});
