// The main screens stay where they are while they load, on a phone and on a computer, with answers that take a while:
// what is shown before them has the shape of what comes.
import { afterAll, beforeAll, expect, test } from 'vitest';

import type { Course, Learner } from '../harness/api.ts';
import { LearnerAcademy } from '../harness/academies/learner-academy.ts';
import type { Person } from '../harness/browser/browser.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { settled } from '../harness/browser/screens.ts';

interface Shift {
  value: number;
  sources: string[];
}

const MOST = 0.02;
const ANSWER_MS = 300;
/** What is shown before it has come: the answers, and the guide's script. */
const LATE = /\/api\/|\/assets\/guide-(?!look)[^/]*\.js$/;
const SIZES = [
  [360, 740],
  [1280, 800],
] as const;

let academy: LearnerAcademy;
let course: Course;
let learner: Learner;

beforeAll(async () => {
  academy = await LearnerAcademy.open([], LearnerAcademy.SHORT);
  ({ course } = academy);
  ({ learner } = await academy.learner());
});
afterAll(() => academy?.close());

/** Opens the page as a first visit; what moved until everything had come. */
async function shiftsOf(person: Person, path: string, late = LATE): Promise<Shift[]> {
  const { page, context } = person;
  await context.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const nameOf = (node: Node | null) => (node instanceof Element ? node.cloneNode(false) : node?.parentElement);
    type Entry = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    new PerformanceObserver((found) => {
      for (const { value, sources } of found.getEntries() as Entry[])
        shifts.push({ value, sources: sources.map(({ node }) => (nameOf(node) as Element | null)?.outerHTML ?? '') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route(late, async (route) => {
    await new Promise((done) => setTimeout(done, ANSWER_MS));
    await route.continue().catch(() => undefined);
  });
  await page.goto(path, { waitUntil: 'networkidle' });
  await settled(page);
  return page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

const sum = (shifts: Shift[]) => shifts.reduce((all, { value }) => all + value, 0);

const SCREENS: [name: string, as: 'visitor' | 'learner' | 'manager', path: () => string][] = [
  ['the home page', 'visitor', () => '/'],
  ['the public courses', 'visitor', () => '/courses'],
  ['a course’s page', 'visitor', () => `/courses/${course._id}`],
  ['the guide', 'visitor', () => '/docs/guide/ar/first-day'],
  ['the sign-in', 'visitor', () => '/client/auth/login'],
  ['a learner’s courses', 'learner', () => '/client/courses/list'],
  ['a lesson', 'learner', () => `/client/courses/course/${course._id}`],
  ['a learner’s security', 'learner', () => '/client/update/security'],
  ['the dashboard', 'manager', () => '/admin/dashboard'],
  ['the list of learners', 'manager', () => '/admin/users/list'],
  ['a course’s editor', 'manager', () => `/admin/courses/update/${course._id}`],
  ['a manager’s account', 'manager', () => '/admin/account'],
];

test.each(SCREENS)('%s stays where it is while it loads', async (_name, as, path) => {
  for (const [width, height] of SIZES) {
    const person = await academy.arrive();
    await person.page.setViewportSize({ width, height });
    if (as === 'learner') await academy.signInto(person.context, learner);
    if (as === 'manager') await signManagerInto(person.context, academy.manager);
    const shifts = await shiftsOf(person, path());
    expect.soft(sum(shifts), `${width} px: ${JSON.stringify(shifts, null, 2)}`).toBeLessThanOrEqual(MOST);
    await person.leave();
  }
});

/** Holds the scripts of such names back until it is called. */
async function hold({ page }: Person, scripts: RegExp): Promise<() => void> {
  let go: () => void = () => undefined;
  const held = new Promise<void>((done) => (go = done));
  await page.route(scripts, async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  return go;
}

test('a manager’s screen has what the academy lacks above it from the beginning', async () => {
  const person = await academy.arrive();
  const { page, context } = person;
  await page.setViewportSize({ width: 360, height: 740 });
  await signManagerInto(context, academy.manager);
  const lack = {
    name: 'disk',
    code: 'disk_low',
    state: 'warning',
    text: '',
    since: '2026-01-01T00:00:00Z',
    remedy: '',
  };
  // Known after the list below it.
  let listed: () => void = () => undefined;
  const list = new Promise<void>((done) => (listed = done));
  page.on('requestfinished', (request) => request.url().endsWith('/api/cm/user/fetch-users') && listed());
  await page.route(/\/api\/cm\/health\/fetch$/, async (route) => {
    await list;
    // A few pictures later.
    await new Promise((done) => setTimeout(done, 80));
    await route.fulfill({ json: { message: 'ok', result: [lack] } }).catch(() => undefined);
  });
  const shifts = await shiftsOf(person, '/admin/users/list', /\/api\/(?!cm\/health)/);
  await page.getByRole('link', { name: person.text('health.banner.more') }).waitFor();
  expect(sum(shifts), JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(MOST);
  await person.leave();
});

test('an area has its frame before its scripts have come, and only its own afterwards', async () => {
  const person = await academy.arrive();
  const { page, context } = person;
  await signManagerInto(context, academy.manager);
  const go = await hold(person, /\/assets\/[^/]*\.js$/);
  await page.goto('/admin/users/list', { waitUntil: 'commit' });
  await page.locator('#frame').waitFor();
  go();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('#frame').isVisible()).toBe(false);
  await person.leave();
});

test('a lesson has its picture before its player has come', async () => {
  const person = await academy.arrive();
  const { page, context } = person;
  await academy.signInto(context, learner);
  const go = await hold(person, /\/assets\/lesson-player-[^/]*\.js$/);
  await page.goto(`/client/courses/course/${course._id}`);
  const picture = page.getByRole('main').locator('img');
  await picture.waitFor();
  expect(
    await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth)),
  ).toBeGreaterThan(0);
  go();
  await page.locator('[data-media-player]').waitFor();
  await person.leave();
});
