import { isolated, withoutDirections } from './directions';

test('what sets the direction of the text after it is taken out, and marks stay', () => {
  expect(withoutDirections('\u202A+966\u202C \u202Eabc\u2069 \u2066x\u2067y\u2068z\u202B\u202D')).toBe('+966 abc xyz');
  const kept = '\u200Eسارة\u200F\u061C \u202F\u206A';
  expect(withoutDirections(kept)).toBe(kept);
});

test.each([
  ['ar', 'سارة القحطاني', false],
  ['ar', 'Sara', true],
  ['ar', 'دورة Python', true],
  ['ar', '+966 50', true],
  ['en', 'Sara (12)', false],
  ['en', 'سارة', true],
  ['en', '😀 …', false],
])('in %s %s is isolated: %s', (locale, text, isIsolated) => {
  expect(isolated(locale, text)).toBe(isIsolated ? `\u2068${text}\u2069` : text);
});

test('a text that would end its isolate cannot', () => {
  expect(isolated('en', 'سارة\u2069\u202E')).toBe('\u2068سارة\u2069');
});
