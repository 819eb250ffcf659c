// Every page that a visitor can open, in a real browser under the real Content-Security-Policy.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser, Person } from '../harness/browser/browser.ts';
import { Cluster } from '../harness/cluster.ts';

let cluster: Cluster;
let browser: Browser;

beforeAll(async () => {
  cluster = await Cluster.start();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

const PAGES = [
  '/',
  '/about',
  '/gallery',
  '/courses',
  '/contact',
  '/privacy-policy',
  '/terms-and-conditions',
  '/client/auth/login',
  '/client/auth/signup',
  '/client/auth/forgotpassword',
  '/client/auth/activation?email=a@b.c&token=none',
  '/admin/auth/login',
  '/admin/auth/sign-up',
  '/error',
  '/docs',
];

test.each(['ar', 'en'] as const)('pages break no rule of their policy (%s)', async (language) => {
  const person = await Person.arrive(browser, cluster.url, language);
  for (const path of PAGES) {
    const answer = await person.page.goto(path, { waitUntil: 'networkidle' });
    expect.soft(answer?.status(), path).toBe(200);
    expect.soft(answer?.headers()['content-security-policy'], path).toContain("default-src 'self'");
    expect.soft(person.problems, path).toEqual([]);
    person.problems.length = 0;
  }
  await person.leave();
});

test('an unknown address shows the not-found page with status 404', async () => {
  const person = await Person.arrive(browser, cluster.url, 'en');
  const answer = await person.page.goto('/courses/none', { waitUntil: 'networkidle' });
  expect(answer?.status()).toBe(404);
  await person.page.getByRole('heading', { level: 1 }).waitFor();
  expect(person.problems).toEqual([]);
  await person.leave();
});
