import { foldText } from './fold-text';

test('letter forms, diacritics, tatweel, digits and case make no difference', () => {
  expect(foldText('أُسْــتاذة')).toBe(foldText('استاذه'));
  expect(foldText('هدى')).toBe(foldText('هدي'));
  expect(foldText('درس ١٢')).toBe('درس 12');
  expect(foldText('  Été ')).toBe('ete');
});
