// Writes the small faces of src/styles/fonts: the letters that nearly every page needs, in the weights that the design
// uses. The rest of each face comes with the page that needs it (src/styles/fonts.css). Run after an update of the fonts:
//   node scripts/subset-fonts.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const packages = fileURLToPath(new URL('../../node_modules/@fontsource-variable/', import.meta.url));
const to = fileURLToPath(new URL('../src/styles/fonts/', import.meta.url));

/** The characters of CSS unicode ranges. */
const characters = (ranges) =>
  ranges
    .split(',')
    .flatMap((range) => {
      const [first, last = first] = range
        .trim()
        .replace('U+', '')
        .split('-')
        .map((code) => parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i));
    })
    .join('');

// The ranges are those of src/styles/fonts.css.
const LATIN = 'U+0020-007E,U+00A0,U+00A9,U+00AB,U+00B7,U+00BB,U+00D7,U+2013-2014,U+2018-201A,U+201C-201E,U+2026';
const ARABIC =
  'U+060C,U+061B,U+061F,U+0621-063A,U+0640-0655,U+0660-066C,U+0670-0671,U+0679,U+067E,U+0686,U+0688,U+0691,U+0698,' +
  'U+06A4,U+06A9,U+06AF,U+06BA,U+06BE,U+06C1,U+06CC,U+06D2,U+06D4,U+06F0-06F9,U+200C-200E,U+FDFC';
const FACES = [
  { file: 'noto-sans-arabic/files/noto-sans-arabic-arabic-wght-normal', name: 'noto-sans-arabic-core', ranges: ARABIC },
  {
    file: 'noto-sans-arabic/files/noto-sans-arabic-latin-wght-normal',
    name: 'noto-sans-arabic-latin-core',
    ranges: LATIN,
  },
  { file: 'inter/files/inter-latin-wght-normal', name: 'inter-latin-core', ranges: LATIN },
];

for (const { file, name, ranges } of FACES) {
  const face = await subsetFont(readFileSync(`${packages}${file}.woff2`), characters(ranges), {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 800 } },
  });
  writeFileSync(`${to}${name}.woff2`, face);
  console.log(`${name}.woff2  ${face.length} bytes`);
}
