// A browser that is older than the academy supports.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager } from '../harness/api.ts';
import { launchBrowser, Person } from '../harness/browser/browser.ts';
import { axeProblems, consoleErrors, sidewaysScroll } from '../harness/browser/screens.ts';
import { Cluster, ROOT } from '../harness/cluster.ts';

let cluster: Cluster;
let browser: Browser;

beforeAll(async () => {
  cluster = await Cluster.start();
  // Until there is a manager, the home page leads elsewhere.
  await firstManager(cluster.url);
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

test.each([
  ['ar', 'افتح الموقع مع ذلك'],
  ['en', 'Open the site anyway'],
] as const)('an old browser gets a page that says so, and may go on, in %s', async (language, anyway) => {
  const person = await Person.arrive(browser, cluster.url, language);
  const { page } = person;
  const errors = consoleErrors(page);
  await page.addInitScript(() => Reflect.deleteProperty(URL, 'parse'));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/client/auth/unlock?by=mail#token=secret');
  await page.waitForURL('**/browser.html#*');
  await page.getByRole('heading', { name: 'متصفحك قديم' }).waitFor();
  await page.getByRole('heading', { name: 'Your browser is too old' }).waitFor();
  expect(await axeProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await sidewaysScroll(page)).toEqual([]);
  await person.picture(`public/old-browser-${language}`);
  await page.getByRole('link', { name: anyway }).click();
  // The mailed link with its token, which no server was sent.
  await page.waitForURL(`**/client/auth/unlock?lang=${language}&browser=any&by=mail#token=secret`);
  await person.button('unlock.open').waitFor();
  const told = requests
    .map((url) => new URL(url))
    .filter(({ pathname, search }) => (pathname + search).includes('secret'));
  expect(told).toEqual([]);
  await page.goto('/client/auth/login');
  await person.heading('client.login.title').waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  expect(errors).toEqual([]);
  await person.leave();
});

test('a browser from before 2020 can read the script that sends it there', async () => {
  const html = await readFile(join(ROOT, 'out/web/index.html'), 'utf8');
  const scripts = [...html.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, script = '']) => script);
  const boot = scripts.find((script) => script.includes('/browser.html'));
  expect(boot).toBeDefined();
  // The syntax of 2020.
  expect(boot).not.toMatch(/\?\.[a-z([]|\?\?/);
});
