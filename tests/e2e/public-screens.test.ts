// Checks every screen of the public site, in both languages, light and dark, on a desktop and on a phone, both the page
// that the server sends and the app's own: axe, the browser's console, and whether it fits into 320 px. Screenshots go
// to out/screenshots/public.
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager, newCourse, type Course } from '../harness/api.ts';
import { launchBrowser, Person, type Language } from '../harness/browser/browser.ts';
import { Cluster, ROOT } from '../harness/cluster.ts';
import { ownSite } from '../harness/own-site.ts';
import { axeProblems, consoleErrors, hasApp, settled, sidewaysScroll } from '../harness/browser/screens.ts';
import { until } from '../harness/until.ts';

const SIZES = { 1280: 800, 375: 760 } as const;
const TITLES = ['أساسيات التصوير الضوئي', 'Editing pictures', 'الخط العربي للمبتدئين', 'Drawing with light'];

let cluster: Cluster;
let browser: Browser;
let courses: Course[];
let site: string;

beforeAll(async () => {
  site = await ownSite();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', '--site', site] });
  browser = await launchBrowser();
  const { api } = await firstManager(cluster.url);
  courses = [];
  for (const title of TITLES) courses.push(await newCourse(api, title, ['الأول', 'الثاني', 'الثالث']));
  const picture = new FormData();
  picture.set('courseId', courses[0]?._id ?? '');
  picture.set('image', new File([await readFile(join(ROOT, 'site/photos/share.png'))], 'share.png'));
  await api.must('POST', '/api/cm/course/update-image', picture);
  console.log('The pictures of the screens are in out/screenshots/public');
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
  if (site) await rm(dirname(site), { recursive: true });
});

type Scheme = 'light' | 'dark';
const LOOKS: [Language, Scheme][] = [
  ['ar', 'light'],
  ['ar', 'dark'],
  ['en', 'light'],
  ['en', 'dark'],
];

/** Waits until the app has replaced the server's page, which happens when the page is first used. */
async function appOf(page: Page): Promise<void> {
  await page.mouse.move(5, 5);
  await page.mouse.move(9, 9);
  await until('the app', () => hasApp(page));
}

test.each(LOOKS)('screens of the public site (%s, %s)', async (language, scheme) => {
  const person = await Person.arrive(browser, cluster.url, language);
  const { page } = person;
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await person.context.addInitScript((look) => localStorage.setItem('theme', look), JSON.stringify({ scheme }));
  const errors = consoleErrors(page, [/\/courses\/none/, /\/no-such-page/]);

  const fits = async (name: string) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await settled(page);
    expect.soft(await sidewaysScroll(page), `${name} ${language} at 320`).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  const see = async (name: string, ready?: Locator, sizes: number[] = [1280, 375]) => {
    await ready?.first().waitFor();
    for (const width of sizes) {
      await page.setViewportSize({ width, height: SIZES[width as keyof typeof SIZES] });
      expect.soft(await axeProblems(page), `${name} ${language} ${scheme} ${width}`).toEqual([]);
      await person.picture(`public/${name}-${language}-${scheme}-${width}`);
    }
    await fits(name);
  };
  const open = async (path: string) => {
    await page.goto(`${path}?lang=${language}`);
    expect.soft(await axeProblems(page), `${path} as sent, ${language} ${scheme}`).toEqual([]);
    await fits(`${path} as sent`);
    await appOf(page);
  };

  await open('/');
  await see('home', page.getByRole('heading', { level: 1 }));
  await page.setViewportSize({ width: 375, height: 760 });
  await person.button('public.nav.open').click();
  await see('menu', person.button('public.nav.close'), [375]);
  await open('/about');
  await see('about', page.getByRole('heading', { level: 1 }));
  await open('/gallery');
  await see('photos', page.getByRole('heading', { level: 1 }));
  await page.locator('main button').first().click();
  await see('lightbox', page.getByRole('dialog'));
  await open('/courses');
  await see('courses', page.getByRole('article'));
  await page.getByRole('searchbox').fill('xyz');
  await see('courses-none', page.getByText(person.text('public.courses.none')));
  await open(`/courses/${courses[0]?._id}`);
  await see('course', page.getByRole('heading', { level: 1 }));
  const top = async (what: Locator) => (await what.boundingBox())?.y ?? NaN;
  expect(await top(page.locator('main img')), 'the picture stands beside the title').toBeLessThan(
    await top(page.getByRole('main').getByRole('link', { name: person.text('public.course.signup') })),
  );
  await open('/contact');
  await see('contact', person.button('contact.form.send'));
  await person.button('contact.form.send').click();
  await see('contact-refused', page.getByText(person.text('error.required')));
  await person.field('contact.form.name').fill('سارة العتيبي');
  await person.field('contact.form.email').fill('sara@example.com');
  await person.field('contact.form.message').fill('متى تبدأ الدورة القادمة؟');
  await person.button('contact.form.send').click();
  await see('contact-sent', person.heading('contact.form.sent'));
  await open('/privacy-policy');
  await see('privacy', page.getByRole('heading', { level: 1 }));
  await open('/terms-and-conditions');
  await see('terms', page.getByRole('heading', { level: 1 }));
  await page.goto('/no-such-page');
  await see('not-found', page.getByText(person.text('notFound.text')));
  await page.goto('/error');
  await see('error', page.getByRole('heading', { level: 1 }));

  expect(errors).toEqual([]);
  await person.leave();
});

test('a visitor’s first press and input are kept while the app is loaded', async () => {
  const person = await Person.arrive(browser, cluster.url, 'ar');
  const { page } = person;
  const scripts: string[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('.js')) scripts.push(answer.url());
  });
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(scripts.filter((url) => /\/(?:base|main|home)-/.test(url))).toEqual([]);
  await person.button('theme.dark').click();
  await page.locator('html[data-scheme=dark]').waitFor();

  await page.goto('/courses', { waitUntil: 'networkidle' });
  await page.getByRole('searchbox').click();
  await page.keyboard.type('Editing');
  await until('the app', () => hasApp(page));
  expect(await page.getByRole('searchbox').inputValue()).toBe('Editing');
  await page.getByRole('article').nth(1).waitFor({ state: 'detached' });
  expect(await page.getByRole('article').count()).toBe(1);
  expect(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(true);
  await person.leave();
});
