import { sheetFor } from './page-sheet';

const CSS = `@layer theme{:root{--used:red;--other:blue}}
@layer utilities{.a{color:var(--used)}.b,.a:hover{color:red}.sm\\:c{color:var(--other)}.\\32 xl{animation:go 1s}}
@keyframes go{from{opacity:0}}@keyframes stay{from{opacity:0}}
@media (width>=1px){.b{color:red}}html{margin:0}.dark{color:red}`;

test('a sheet keeps what its pages use, and what that uses', () => {
  const sheet = sheetFor(CSS, ['<p class="a 2xl">']);
  expect(sheet).toContain('.a{color:var(--used)}');
  expect(sheet).toContain('.a:hover{');
  expect(sheet).toContain('@keyframes go');
  expect(sheet).toContain('html{margin:0}');
  expect(sheet).toContain('.dark{');
  expect(sheet).not.toMatch(/\.b|sm\\:c|--other|stay|@media/);
});

test('escaped names of classes are known', () => {
  expect(sheetFor(CSS, ['<p class="sm:c">'])).toContain('--other:blue');
});

test('a class that a rule excludes need not be there', () => {
  expect(sheetFor('bdi:not(.b,.c){margin:0}.a:not(.b){margin:1px}', ['<p class="d">'])).toBe(
    'bdi:not(.b,.c){margin:0}',
  );
});
