import type { Files } from './files';
import { mergeSite } from './merge-files';

const base = (): Files => ({
  'site.json': { name: { ar: 'أ', en: 'A' }, phone: '1', placeholders: ['email', 'phone'] },
  'en/home.json': { hero: { heading: 'H', text: 'T' }, why: { items: [{ title: 'One' }, { title: 'Two' }] } },
});
const changed = (how: (files: Files) => void): Files => {
  const files = structuredClone(base());
  how(files);
  return files;
};
/** Of sites whose time zone nobody changes. */
function mergeFiles(before: Files, mine: Files, theirs: Files, sideOf?: Parameters<typeof mergeSite>[3]) {
  const site = (files: Files) => ({ files, timezone: 'Asia/Riyadh' });
  const { values, ...merged } = mergeSite(site(before), site(mine), site(theirs), sideOf);
  expect(values.timezone).toBe('Asia/Riyadh');
  return { files: values.files, ...merged };
}

test('changes of other texts are both there, also within one list', () => {
  const mine = changed((files) => (files['site.json'] = { ...files['site.json'], phone: '2' }));
  const theirs = changed((files) => {
    files['en/home.json'] = { hero: { heading: 'New', text: 'T' }, why: { items: [{ title: 'One' }, { title: '2' }] } };
  });
  const { files, conflicts, kept } = mergeFiles(base(), mine, theirs);
  expect(conflicts).toEqual([]);
  expect(files).toEqual({ 'site.json': mine['site.json'], 'en/home.json': theirs['en/home.json'] });
  expect(kept).toEqual([{ file: 'en/home.json', path: '' }]);
  const more = changed((all) => {
    all['en/home.json'] = { hero: { heading: 'H', text: 'T' }, why: { items: [{ title: '1' }, { title: 'Two' }] } };
  });
  const both = mergeFiles(base(), more, theirs);
  expect(both.files['en/home.json']).toEqual({
    hero: { heading: 'New', text: 'T' },
    why: { items: [{ title: '1' }, { title: '2' }] },
  });
  expect(both.kept.map(({ path }) => path)).toEqual(['hero', 'why.items[1]']);
});

test('where both changed the same, the chosen version is taken', () => {
  const mine = changed((files) => (files['site.json'] = { ...files['site.json'], name: { ar: 'أ', en: 'Mine' } }));
  const theirs = changed((files) => (files['site.json'] = { ...files['site.json'], name: { ar: 'ه', en: 'Theirs' } }));
  const { conflicts } = mergeFiles(base(), mine, theirs);
  expect(conflicts).toEqual([{ file: 'site.json', path: 'name.en', mine: 'Mine', theirs: 'Theirs' }]);
  const name = (side: 'mine' | 'theirs') => mergeFiles(base(), mine, theirs, () => side).files['site.json']?.['name'];
  expect(name('mine')).toEqual({ ar: 'ه', en: 'Mine' });
  expect(name('theirs')).toEqual({ ar: 'ه', en: 'Theirs' });
});

test('lists of other lengths are chosen as a whole', () => {
  const items = (...titles: string[]) =>
    changed((files) => {
      files['en/home.json'] = { hero: { heading: 'H', text: 'T' }, why: { items: titles.map((title) => ({ title })) } };
    });
  const { conflicts } = mergeFiles(base(), items('One', 'Two', 'Three'), items('One'));
  expect(conflicts.map(({ path }) => path)).toEqual(['why.items']);
});

test('an example that either has replaced is none any more', () => {
  const marks = (...placeholders: string[]) =>
    changed((files) => (files['site.json'] = { ...files['site.json'], placeholders }));
  const { files, conflicts } = mergeFiles(base(), marks('email'), marks('phone', 'address'));
  expect(conflicts).toEqual([]);
  expect(files['site.json']?.['placeholders']).toEqual(['address']);
});

test('the time zone is merged as the texts are', () => {
  const site = (timezone: string, files = base()) => ({ files, timezone });
  const longer = changed((files) => (files['site.json'] = { ...files['site.json'], phone: '2' }));
  const theirs = mergeSite(site(''), site('', longer), site('Africa/Cairo'));
  expect(theirs).toEqual({
    values: site('Africa/Cairo', longer),
    conflicts: [],
    kept: [{ file: 'timezone', path: '' }],
  });
  expect(mergeSite(site(''), site('Africa/Cairo'), site('', longer)).values).toEqual(site('Africa/Cairo', longer));
  const both = [site('Asia/Riyadh'), site('Africa/Cairo'), site('Asia/Dubai')] as const;
  expect(mergeSite(...both).conflicts).toEqual([
    { file: 'timezone', path: '', mine: 'Africa/Cairo', theirs: 'Asia/Dubai' },
  ]);
  expect(mergeSite(...both, () => 'mine').values.timezone).toBe('Africa/Cairo');
  expect(mergeSite(...both, () => 'theirs').values.timezone).toBe('Asia/Dubai');
});
