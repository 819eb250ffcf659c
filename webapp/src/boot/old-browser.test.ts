import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInThisContext } from 'node:vm';
import { oldBrowserPage } from './old-browser';

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../public', file), 'utf8');

/** The page as it stands after its script: where its links lead. */
function links(hash: string): (string | null)[] {
  window.history.replaceState(null, '', `/browser.html${hash}`);
  document.body.innerHTML = /<main>[^]*<\/main>/.exec(read('browser.html'))?.[0] ?? '';
  runInThisContext(read('browser.js'));
  return Array.from(document.querySelectorAll('main a'), (link) => link.getAttribute('href'));
}
const HOME = ['/?lang=ar&browser=any', '/?lang=en&browser=any'];

afterEach(() => {
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});

test.each([
  ['/client/auth/activation', '?email=a%2Bb%40c.test&token=t%2Fo', ''],
  ['/client/auth/unlock', '', '#token=t'],
  ['/client/auth/forgotpassword', '?next=%2Fclient', '#handle=h%201'],
  ['/', '', ''],
])('the links of the page lead to %s%s%s, in a language', (pathname, search, hash) => {
  const page = oldBrowserPage({ pathname, search, hash });
  const { pathname: sent, search: query } = new URL(page, window.location.origin);
  expect(sent + query).toBe('/browser.html');
  const more = search.replace('?', '&') + hash;
  expect(links(page.slice(sent.length))).toEqual([
    `${pathname}?lang=ar&browser=any${more}`,
    `${pathname}?lang=en&browser=any${more}`,
  ]);
});

test.each([
  '',
  '#',
  '#%',
  '#https://evil.example/x',
  '#//evil.example/x',
  '#%2F%5Cevil.example',
  '#javascript:alert(1)',
  '#data:text/html,x',
  '#/browser.html',
])('whatever somebody writes after the address (%s), they lead into this site', (hash) => {
  expect(links(hash)).toEqual(HOME);
});
