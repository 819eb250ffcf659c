import { find, type Section } from './find';

const SECTIONS: readonly Section[] = [
  ['/en/a', 'First day', 'First day', 'Install it, then make a backup.'],
  ['/en/b#backups', 'Owners', 'Backups', 'On another disk.'],
  ['/ar/c#الأدوار', 'العناية بالأكاديمية', 'الأدوار', 'يُسند المديرُ الدورات.'],
];
const addresses = (question: string) => find(SECTIONS, question).map(([address]) => address);

test('a section with the word in its heading comes before one with it in its text', () => {
  expect(addresses('Backup')).toEqual(['/en/b#backups', '/en/a']);
});

test('all words have to be there, in any order', () => {
  expect(addresses('backup install')).toEqual(['/en/a']);
  expect(addresses('backup bicycle')).toEqual([]);
});

test('Arabic letters and diacritics are compared as readers do', () => {
  expect(addresses('الادوار')).toEqual(['/ar/c#الأدوار']);
  expect(addresses('مدير')).toEqual(['/ar/c#الأدوار']);
});

test('nothing is found for nothing', () => {
  expect(addresses('  ')).toEqual([]);
});
