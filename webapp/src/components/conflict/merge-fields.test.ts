import { mergeFields } from './merge-fields';

const texts = { title: { label: 'Title' }, description: { label: 'Description', show: (text: string) => `<${text}>` } };
const merge = (base: string[], mine: string[], theirs: string[]) => {
  const record = ([title = '', description = '']: string[]) => ({ title, description });
  return mergeFields(record(base), record(mine), record(theirs), texts);
};

test('changes of different fields are all kept, and nobody is asked', () => {
  const merged = merge(['a', 'b'], ['mine', 'b'], ['a', 'theirs']);
  expect(merged.mine).toEqual({ title: 'mine', description: 'theirs' });
  expect(merged.conflicts).toEqual([]);
});

test('the same change by both is no conflict', () => {
  expect(merge(['a', 'b'], ['same', 'b'], ['same', 'b'])).toEqual({
    mine: { title: 'same', description: 'b' },
    theirs: { title: 'same', description: 'b' },
    conflicts: [],
  });
});

test('where both changed the same field, both versions are shown and either can be taken', () => {
  const merged = merge(['a', 'b'], ['mine', 'my text'], ['theirs', 'their text']);
  expect(merged.mine).toEqual({ title: 'mine', description: 'my text' });
  expect(merged.theirs).toEqual({ title: 'theirs', description: 'their text' });
  expect(merged.conflicts).toEqual([
    { key: 'title', label: 'Title', mine: 'mine', theirs: 'theirs' },
    { key: 'description', label: 'Description', mine: '<my text>', theirs: '<their text>' },
  ]);
});

test('taking the other version of one field keeps what was typed into another', () => {
  expect(merge(['a', 'b'], ['mine', 'my text'], ['theirs', 'b']).theirs).toEqual({
    title: 'theirs',
    description: 'my text',
  });
});
