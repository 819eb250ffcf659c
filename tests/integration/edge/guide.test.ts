// The guide at /docs/guide, as the edge serves what the web build has made of docs/guide.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { Cluster } from '../../harness/cluster.ts';
import { guideFiles } from '../../harness/guide.mjs';
import { raw } from '../../harness/plain.ts';

const PAGES = guideFiles().map((file) => `/docs/guide/${file.replace(/(?:\/index)?\.md$/, '')}`);
const CSP = /script-src 'self'( 'sha256-[^']+')*; style-src 'self'( 'sha256-[^']+')*;/;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await Cluster.start();
});
afterAll(() => cluster?.stop());

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  raw(cluster.url, path, headers, { method });
const linksOf = (html: string) => [...html.matchAll(/ (?:href|src|data-index)="([^"]*)"/g)].map(([, to = '']) => to);

test.each([
  ['', '/docs/guide/ar'],
  ['en-GB,en;q=0.9', '/docs/guide/en'],
  ['ar-SA,ar;q=0.9,en;q=0.8', '/docs/guide/ar'],
  ['fr', '/docs/guide/ar'],
])('a reader who likes “%s” is led to %s, before there is a manager too', async (accepted, to) => {
  for (const path of ['/docs/guide', '/docs/guide/']) {
    const { status, headers } = await get(path, { 'accept-language': accepted, accept: 'text/html' });
    expect([status, headers['location'], headers['vary']]).toEqual([302, to, 'Accept-Language']);
    expect(headers['cache-control']).toBe('no-store');
  }
});

test.each(PAGES)('%s is a page that holds no script and no style', async (path) => {
  const { status, headers, body } = await get(path);
  const language = path.split('/')[3] ?? '';
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/html; charset=utf-8',
    'no-cache',
  ]);
  expect(headers['content-security-policy']).toMatch(CSP);
  const html = body.toString();
  expect(html).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`);
  expect(html).not.toMatch(/<style|<script(?![^>]* src=)| style="| on\w+="/);
});

test('whatever the pages lead to is there', async () => {
  const seen = new Set<string>();
  const left = [...PAGES];
  while (left.length > 0) {
    const path = left.pop() ?? '';
    const { status, headers, body } = await get(path);
    expect(status, path).toBe(200);
    if (path.startsWith('/assets/')) expect(headers['cache-control'], path).toContain('immutable');
    if (!path.startsWith('/docs/guide/')) continue;
    for (const link of linksOf(body.toString())) {
      const to = link.replace(/#.*/, '');
      if (!to.startsWith('/') || seen.has(to)) continue;
      seen.add(to);
      left.push(to);
    }
  }
  expect([...seen].filter((path) => path.startsWith('/docs/guide/documents/')).length).toBeGreaterThan(10);
});

test('a page that has not changed is not sent again, and is compressed for who accepts it', async () => {
  const plain = await get('/docs/guide/en/owners');
  const etag = plain.headers['etag'] ?? '';
  expect((await get('/docs/guide/en/owners', { 'if-none-match': etag })).status).toBe(304);
  expect((await get('/docs/guide/en/owners/')).headers['etag']).toBe(etag);
  for (const [coding, unpack] of [
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await get('/docs/guide/en/owners', { 'accept-encoding': coding });
    expect([headers['content-encoding'], headers['vary']]).toEqual([coding, 'Accept-Encoding']);
    expect(unpack(body).equals(plain.body)).toBe(true);
  }
});

test('the search finds its sections in a file of each language', async () => {
  for (const language of ['ar', 'en']) {
    const { body } = await get(`/docs/guide/${language}`);
    const [, index = ''] = / data-index="([^"]*)"/.exec(body.toString()) ?? [];
    const sections = JSON.parse((await get(index)).body.toString()) as string[][];
    expect(sections.length).toBeGreaterThan(30);
    for (const [address = ''] of sections) expect(address).toMatch(new RegExp(`^/docs/guide/${language}`));
  }
});

test('there are no other pages, and no other methods', async () => {
  for (const path of ['/docs/guide/none', '/docs/guide/fr/owners', '/docs/guide/en/owners/none', '/docs/none']) {
    const { status, headers } = await get(path);
    expect([status, headers['content-type']], path).toEqual([404, 'text/html; charset=utf-8']);
  }
  expect((await get('/docs/guide/../../etc/passwd.html')).status).toBeGreaterThanOrEqual(400);
  for (const path of ['/docs/guide', '/docs/guide/en']) {
    const { status, headers } = await get(path, {}, 'POST');
    expect([status, headers['allow']]).toEqual([405, 'GET, HEAD']);
  }
  const head = await get('/docs/guide/en', {}, 'HEAD');
  expect([head.status, head.body.length]).toEqual([200, 0]);
});
