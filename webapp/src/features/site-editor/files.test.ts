import { addItem, adopt, allPlaceholders, change, listAt, removeItem, textAt, type Files } from './files';

const files: Files = {
  'site.json': { name: { ar: 'نور', en: 'Noor' }, email: 'hello@academy.example', placeholders: ['email', 'phone'] },
  'ar/home.json': { why: { items: [{ title: 'أ' }] }, placeholders: ['why.items'] },
  'en/home.json': { why: { items: [{ title: 'A' }] }, placeholders: ['why.items'] },
};
const HOME = ['ar/home.json', 'en/home.json'];

test('values are found by their path, and what is not there is empty', () => {
  expect(textAt(files, 'site.json', 'name.en')).toBe('Noor');
  expect(textAt(files, 'en/home.json', 'why.items[0].title')).toBe('A');
  expect(textAt(files, 'en/home.json', 'why.items[9].title')).toBe('');
  expect(listAt(files, 'en/none.json', 'why.items')).toEqual([]);
});

test('a change leaves everything else as it was', () => {
  const changed = change(files, 'en/home.json', 'why.items[0].title', 'B');
  expect(textAt(changed, 'en/home.json', 'why.items[0].title')).toBe('B');
  expect(textAt(files, 'en/home.json', 'why.items[0].title')).toBe('A');
  expect(changed['ar/home.json']).toBe(files['ar/home.json']);
  expect(textAt(change(files, 'site.json', 'address.ar', 'هنا'), 'site.json', 'address.ar')).toBe('هنا');
});

test('an item that a language lacks is there once somebody writes it', () => {
  const changed = change(files, 'en/home.json', 'why.items[1].title', 'B');
  expect(listAt(changed, 'en/home.json', 'why.items')).toEqual([{ title: 'A' }, { title: 'B' }]);
});

test('what somebody writes is no example any more, and nor is what is declared the academy’s own', () => {
  expect(allPlaceholders(change(files, 'site.json', 'email', 'me@noor.test'))).toEqual([
    { file: 'site.json', path: 'phone' },
    { file: 'ar/home.json', path: 'why.items' },
    { file: 'en/home.json', path: 'why.items' },
  ]);
  const own = change(files, 'en/home.json', 'why.items[0].title', 'B');
  expect(allPlaceholders(own).map(({ file }) => file)).not.toContain('en/home.json');
  expect(allPlaceholders(adopt(files, HOME, 'why.items')).map(({ file }) => file)).toEqual(['site.json', 'site.json']);
});

test('items come and go in both languages at once', () => {
  const more = addItem(files, HOME, 'why.items', { title: '' });
  expect(HOME.map((file) => listAt(more, file, 'why.items').length)).toEqual([2, 2]);
  const fewer = removeItem(more, HOME, 'why.items', 0);
  expect(HOME.map((file) => listAt(fewer, file, 'why.items'))).toEqual([[{ title: '' }], [{ title: '' }]]);
});
