// Slow, broken and absent networks, and impatient people: nothing typed or pressed is lost, an interrupted call signs
// nobody out, and a screen that could not be loaded says so and loads when it can.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { assign, firstManager, newCourse, newLearner, type Learner } from '../harness/api.ts';
import { launchBrowser, Person } from '../harness/browser/browser.ts';
import { Cluster } from '../harness/cluster.ts';
import { logIn } from '../harness/academies/learner-academy.ts';
import { hasApp } from '../harness/browser/screens.ts';
import { ownSite } from '../harness/own-site.ts';
import { until } from '../harness/until.ts';

/** The app's scripts, except those that the server's page loads first. */
const APP = /\/assets\/(?!start-|first-|preload-helper-|rolldown-runtime-)[^/]*\.(?:js|json)$/;

let cluster: Cluster;
let browser: Browser;
let learner: Learner;
let site: string;

beforeAll(async () => {
  site = await ownSite();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', '--site', site] });
  browser = await launchBrowser();
  const { api } = await firstManager(cluster.url);
  const course = await newCourse(api, 'أساسيات التصوير', ['الأول']);
  learner = await newLearner(api, 'سارة القحطاني');
  await assign(api, course._id, learner._id);
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
  if (site) await rm(dirname(site), { recursive: true });
});

/** Delays the app's scripts until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  let release = () => undefined as void;
  const gate = new Promise<void>((open) => (release = open));
  await page.route(APP, async (route) => {
    await gate;
    await route.continue();
  });
  return release;
}

/** Waits until the app has replaced the server's page. */
const appIsThere = (page: Page) => until('the app', () => hasApp(page));

async function arriveSignedIn(): Promise<Person> {
  const person = await Person.arrive(browser, cluster.url, 'en');
  await person.page.goto('/client/auth/login');
  await logIn(person, learner.email);
  await person.heading('myCourses.title').waitFor();
  return person;
}

test('everything typed and pressed before the app has loaded over a slow network is kept', async () => {
  const person = await Person.arrive(browser, cluster.url, 'ar');
  const { page } = person;
  const release = await holdApp(page);
  await page.setViewportSize({ width: 375, height: 760 });
  await page.goto('/contact');
  await person.field('contact.form.name').fill('سارة العتيبي');
  await person.field('contact.form.message').pressSequentially('متى تبدأ الدورة؟', { delay: 20 });
  await person.button('theme.dark').click();
  await person.button('public.nav.open').click();
  await person.button('contact.form.send').click();
  await person.field('contact.form.email').click();
  await page.keyboard.type('sara@');
  expect(await hasApp(page)).toBe(false);
  release();
  await appIsThere(page);
  await page.keyboard.type('example.com');

  expect(await person.field('contact.form.name').inputValue()).toBe('سارة العتيبي');
  expect(await person.field('contact.form.message').inputValue()).toBe('متى تبدأ الدورة؟');
  await page.locator('html[data-scheme=dark]').waitFor();
  await person.button('public.nav.close').waitFor();
  // The message was incomplete when it was first sent; now it is complete.
  expect(await person.field('contact.form.email').inputValue()).toBe('sara@example.com');
  await person.button('contact.form.send').click();
  await person.heading('contact.form.sent').waitFor();
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('a language chosen before the app has loaded is applied, and what was typed is kept', async () => {
  const person = await Person.arrive(browser, cluster.url, 'ar');
  const { page } = person;
  const release = await holdApp(page);
  await page.goto('/contact');
  await person.field('contact.form.name').fill('سارة');
  await page.getByRole('button', { name: 'English' }).click();
  release();
  await page.locator('html[lang=en]').waitFor();
  await page.getByRole('textbox', { name: 'Your name' }).waitFor();
  expect(await page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('سارة');
  await page.getByText('Updated Successfully').waitFor();
  await person.leave();
});

test('an app that failed to load at the first use loads at a later one, and presses are kept', async () => {
  const person = await Person.arrive(browser, cluster.url, 'ar');
  const { page } = person;
  let broken = true;
  await page.route(APP, (route) => (broken ? route.abort() : route.continue()));
  await page.goto('/about');
  const failed = page.waitForEvent('requestfailed');
  await person.button('theme.dark').click();
  await failed;
  expect(await page.locator('html').getAttribute('data-scheme')).toBe('light');
  broken = false;
  await page.mouse.move(300, 300);
  await page.mouse.move(320, 320);
  await page.locator('html[data-scheme=dark]').waitFor();
  await person.leave();
});

test('an app that failed to load loads by itself when the network is back, and presses are kept', async () => {
  const person = await Person.arrive(browser, cluster.url, 'ar');
  const { page } = person;
  let attempts = 0;
  let broken = true;
  await page.route(APP, (route) => {
    if (route.request().url().includes('/assets/main-')) ++attempts;
    return broken ? route.abort() : route.continue();
  });
  await page.goto('/about');
  await person.button('theme.dark').click();
  // A click triggers three attempts at most; later requests come by themselves.
  await until('more attempts than signs', () => attempts > 3);
  broken = false;
  await page.locator('html[data-scheme=dark]').waitFor();
  await person.leave();
});

test('a public page that cannot be loaded says so, and loads when the network is back', async () => {
  const person = await Person.arrive(browser, cluster.url, 'ar');
  const { page } = person;
  await page.goto('/');
  await page.mouse.move(300, 300);
  await appIsThere(page);
  await person.context.setOffline(true);
  await person.link('public.nav.gallery').first().click();
  await person.heading('errorPage.title').waitFor();
  await person.button('errorPage.again').click();
  await person.heading('errorPage.title').waitFor();
  await person.context.setOffline(false);
  await page.locator('main figure').first().waitFor();
  await person.leave();
});

test('offline, each of a learner’s screens says so, nobody is signed out, and it loads when the network is back', async () => {
  const person = await arriveSignedIn();
  const { page } = person;
  const settings = async () => {
    await page.getByRole('button', { name: new RegExp(person.text('client.menu.account')) }).click();
    await page.getByRole('menuitem', { name: person.text('client.menu.settings') }).click();
  };
  for (const [go, heading] of [
    [settings, 'profile.title'],
    [() => person.link('bank.title').click(), 'bank.title'],
    [() => person.link('client.settings.security').click(), 'client.settings.security'],
    [() => person.link('client.menu.courses').click(), 'myCourses.title'],
    [() => page.getByRole('link', { name: new RegExp(person.text('myCourses.start')) }).click(), 'watch.parts'],
  ] as const) {
    await person.context.setOffline(true);
    await go();
    await person.heading('errorPage.title').waitFor();
    // Nobody needs to press anything.
    await person.context.setOffline(false);
    await person.heading(heading).first().waitFor();
  }
  // A language or a toast's styles that cannot be loaded leave the screen as it is.
  await person.context.setOffline(true);
  // The live connection's requests fail too.
  const asked = page.waitForEvent('requestfailed', (request) => /\/assets\/ar[-.]/.test(request.url()));
  await page.getByRole('button', { name: 'العربية' }).click();
  await asked;
  await person.heading('watch.parts').waitFor();
  await person.context.setOffline(false);
  await page.getByRole('button', { name: 'العربية' }).click();
  await page.getByText('تم التحديث بنجاح').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('clientToken'))).not.toBeNull();
  await person.leave();
});

test('a form sent offline says so at once and keeps what was typed', async () => {
  const person = await arriveSignedIn();
  const { page } = person;
  await page.goto('/client/update/info');
  await person.field('field.address').fill('Jeddah');
  await person.context.setOffline(true);
  await page.getByText(person.text('shell.offline')).waitFor();
  await person.button('action.save').click();
  // That there is no network is said once; the form says only what came of it.
  await page.getByText(person.text('error.offline')).waitFor();
  expect(await page.getByText(person.text('shell.offline')).count()).toBe(1);
  expect(await page.getByText(person.text('error.network')).count()).toBe(0);
  await person.context.setOffline(false);
  await page.getByText(person.text('shell.offline')).waitFor({ state: 'detached' });
  await person.button('action.save').click();
  await page.getByText(person.text('state.updated')).waitFor();
  expect(await person.field('field.address').inputValue()).toBe('Jeddah');
  await person.leave();
});

test('reloading, leaving and going back before the answers arrive keeps the learner signed in', async () => {
  const person = await arriveSignedIn();
  const { page } = person;
  await page.route('**/api/**', async (route) => {
    await new Promise((done) => setTimeout(done, 150));
    await route.continue().catch(() => undefined);
  });
  // The page itself goes: the browser refuses the driver's own reload and goBack in the first moment of a page.
  // It asks in that moment, maybe before it is known here that the browser has gone there: both are waited for.
  const askedAfter = async (go: (path: string) => void, path = '') => {
    const left = await page.evaluate(() => performance.timeOrigin);
    const asked = page.waitForRequest('**/api/auth/trylogin');
    await page.evaluate(go, path);
    await page.waitForFunction((before) => performance.timeOrigin !== before, left, { polling: 10 });
    await asked;
  };
  const open = (path: string) => void setTimeout(() => location.assign(path));
  const reload = () => void setTimeout(() => location.reload());
  const back = () => void setTimeout(() => history.back());
  for (let round = 0; round < 4; round++) {
    await askedAfter(open, '/client/courses/list');
    await askedAfter(reload);
    await askedAfter(open, '/client/update/info');
    await askedAfter(back);
  }
  await person.heading('myCourses.title').waitFor();
  expect(new URL(page.url()).pathname).toBe('/client/courses/list');
  await person.leave();
});
