// A manager's courses in a real browser: creating one with a picture, adding lessons and videos, assigning it,
// extending it, its statistics, and removing it. Screenshots go to out/screenshots/manager-courses.
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { day, newCourse, newLearner, signIn, type Course, type Learner } from '../harness/api.ts';
import type { Person } from '../harness/browser/browser.ts';
import { LearnerAcademy } from '../harness/academies/learner-academy.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { tickBox } from '../harness/browser/screens.ts';
import { until } from '../harness/until.ts';

const MEGA = 1024 * 1024;
const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:01.000\nمرحبا\n';

let academy: LearnerAcademy;
let person: Person;
let page: Page;

beforeAll(async () => {
  academy = await LearnerAcademy.open();
  person = await academy.arrive('ar');
  page = person.page;
  await signManagerInto(person.context, academy.manager);
  // "Leave the page?" is answered with yes.
  page.on('dialog', (dialog) => void dialog.accept());
});
afterAll(async () => {
  expect(person?.problems).toEqual([]);
  await academy?.close();
});
beforeEach(() => page.setViewportSize({ width: 1280, height: 900 }));

const picture = (name: string) => person.picture(`manager-courses/${name}`);
const stored = async (courseId: string): Promise<Course> => {
  const { result } = await academy.manager.must<{ result: Course[] }>('POST', '/api/cm/course/fetch-courses');
  const course = result.find(({ _id }) => _id === courseId);
  if (!course) throw new Error('the course is gone');
  return course;
};
const titles = async (courseId: string) => (await stored(courseId)).parts.map(({ title }) => title);
const said = (id: string) => page.getByText(person.text(id)).first().waitFor();
/** A pattern that matches a message whatever its values. */
const like = (id: string) =>
  new RegExp(
    person
      .text(id)
      .split(/\{\w+\}/)
      .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*'),
  );

test('creates a course with a picture; nothing typed is lost on the way', async () => {
  await page.goto('/admin/courses/list');
  await person.link('courses.list.create').click();
  await person.button('courses.create.submit').click();
  await said('error.required');
  await person.field('field.title').fill('فن الخط العربي');
  await person.field('field.description').fill('من القلم إلى اللوحة');
  // Not a picture, despite its name.
  const input = person.group('courses.image').locator('input[type=file]');
  const fake = join(academy.media.path, 'fake.png');
  await writeFile(fake, '<html>');
  await input.setInputFiles(fake);
  await page.getByRole('alert').getByText(like('courses.image.type')).waitFor();
  // A reload keeps the texts.
  await page.reload();
  expect(await person.field('field.title').inputValue()).toBe('فن الخط العربي');
  expect(await person.field('field.description').inputValue()).toBe('من القلم إلى اللوحة');
  await input.setInputFiles(await academy.media.picture('cover.png'));
  await person.group('courses.image').locator('img[src^="blob:"]').waitFor();
  await picture('create');
  await person.button('courses.create.submit').click();
  await page.waitForURL('**/admin/courses/update/*');
  const course = await stored(page.url().split('/').at(-1) ?? '');
  expect(course).toMatchObject({ title: 'فن الخط العربي', description: 'من القلم إلى اللوحة' });
  expect(course.image).toMatch(/^\/images\//);
  // The next course begins empty.
  await page.goto('/admin/courses/create');
  expect(await person.field('field.title').inputValue()).toBe('');
});

/** A real video padded with free space, so that its upload takes a while. */
async function largeVideo(name: string): Promise<string> {
  const file = await academy.media.mp4(name, 6);
  const size = 24 * MEGA;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(size, 0);
  head.write('free', 4);
  await appendFile(file, Buffer.concat([head, Buffer.alloc(size - 8)]));
  return file;
}

/** Limits the page's upload speed, in bytes a second; -1 is no limit. */
async function throttle(): Promise<(bytesASecond: number) => Promise<void>> {
  const session = await person.context.newCDPSession(page);
  return async (uploadThroughput) => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
    await session.send('Network.emulateNetworkConditions', conditions);
  };
}

test('uploads a video across a pause, other screens and a reload; then adds captions and previews it as a learner', async () => {
  const course = await newCourse(academy.manager, 'رفع وترجمة');
  const file = await largeVideo('large.mp4');
  await page.goto(`/admin/courses/update/${course._id}`);
  const speed = await throttle();
  await speed(4 * MEGA);
  await person.button('parts.add').first().click();
  await person.field('parts.part.title').fill('الدرس الأول');
  const video = person.group('video.label');
  await video.locator('input[type=file]').setInputFiles(file);
  const bar = video.getByRole('progressbar');
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'));
  await until('a good part of the upload', async () => (await percent()) > 45, 120_000);
  await video.getByRole('button', { name: person.text('video.pause') }).click();
  await video.getByText(like('video.paused')).first().waitFor();
  await picture('upload-paused');
  await speed(MEGA / 2);
  await video.getByRole('button', { name: person.text('video.resume') }).click();
  await until('the upload to move again', async () => (await percent()) > 50, 120_000);

  // It continues on another screen, whose top bar shows it and leads back.
  await person.link('admin.menu.courses').first().click();
  await page.getByRole('article').first().waitFor();
  const onItsWay = page.getByRole('button', { name: /قيد الرفع/ });
  const arrived = async () => Number(/\d+/.exec((await onItsWay.getAttribute('aria-label')) ?? '')?.[0]);
  const before = await arrived();
  await until('the upload to go on elsewhere', async () => (await arrived()) > before, 120_000);
  await onItsWay.click();
  await page.getByRole('dialog', { name: person.text('uploads.title') }).waitFor();
  await picture('uploads');
  await page.getByRole('dialog').getByRole('link', { name: course.title }).click();
  await page.waitForURL('**/admin/courses/update/*');
  await page.getByRole('button', { name: like('parts.open') }).click();
  await bar.waitFor();

  // The lesson was stored when its upload began; after a reload the page asks for the same file.
  await page.reload();
  await speed(-1);
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') offsets.push(Number(request.headers()['upload-offset']));
  });
  await page.getByRole('button', { name: like('parts.open') }).click();
  await page.getByText(like('video.stopped')).waitFor();
  await picture('upload-stopped');
  await video.locator('input[type=file]').setInputFiles(await academy.media.mp4('another.mp4', 1));
  await page.getByText(like('video.otherFile')).waitFor();
  await video.locator('input[type=file]').setInputFiles(file);
  await said('video.status.ready');
  expect(offsets[0]).toBeGreaterThan(8 * MEGA - 1);
  const [part] = (await stored(course._id)).parts;
  expect(part).toMatchObject({ title: 'الدرس الأول', video: { status: 'ready' } });

  // Captions in two languages, the second one the default; one is removed and added again.
  const captions = person.group('captions.title');
  const vtt = join(academy.media.path, 'captions.vtt');
  await writeFile(vtt, CAPTIONS);
  await captions.locator('input[type=file]').setInputFiles(vtt);
  await captions.getByRole('listitem').filter({ hasText: 'العربية' }).waitFor();
  await captions.getByRole('button', { name: new RegExp(person.text('captions.language')) }).click();
  await page.getByRole('option').nth(1).click();
  await captions.getByText(person.text('captions.makeDefault')).click();
  // A different file object, because a browser reports no change when the same file is set again.
  const englishVtt = join(academy.media.path, 'english.vtt');
  await writeFile(englishVtt, CAPTIONS.replace('مرحبا', 'Hello'));
  await captions.locator('input[type=file]').setInputFiles(englishVtt);
  const english = captions.getByRole('listitem').filter({ hasText: 'English' });
  await english.getByText(person.text('captions.default')).waitFor();
  await picture('captions');
  await english.getByRole('button').click();
  await english.waitFor({ state: 'detached' });
  await person.button('action.undo').click();
  await english.waitFor();

  // The preview, in the manager's own session.
  await person.link('video.preview').click();
  await page.waitForURL('**/admin/courses/preview/**');
  const screen = page.locator('video');
  await until('a picture of the video', () =>
    screen.evaluate((element) => (element as HTMLVideoElement).readyState >= 2),
  );
  await picture('preview');
  await page
    .getByRole('button', { name: person.text('player.play') })
    .first()
    .click();
  await until('the video to play', () => screen.evaluate((element) => (element as HTMLVideoElement).currentTime > 0.5));
});

test('orders lessons by keyboard, by dragging and by buttons, and saves the order', async () => {
  const course = await newCourse(academy.manager, 'ترتيب', ['أ', 'ب', 'ج', 'د']);
  await page.goto(`/admin/courses/update/${course._id}`);
  const handle = (name: string) =>
    page.getByRole('button', { name: person.text('sortable.drag').replace('{name}', name), exact: true });
  const list = page.getByRole('grid', { name: person.text('parts.title') });
  const shown = () =>
    list.getByRole('row').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));
  // Enter picks it up, the arrows choose the place, Enter drops it.
  await handle('أ').focus();
  await page.keyboard.press('Enter');
  // Keys count from the next frame on, when the first place is marked.
  await page.locator('[data-drop-target]').waitFor({ state: 'attached' });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until('the order by keyboard', async () => (await shown()).join('') !== 'أبجد');
  const byKeyboard = await shown();
  expect(byKeyboard.toSorted()).toEqual(['أ', 'ب', 'ج', 'د']);
  // The last one is dragged over the first.
  const [first = '', , , last = ''] = byKeyboard;
  const row = (name: string) => page.getByRole('row', { name, exact: true });
  await row(last).dragTo(row(first), { sourcePosition: { x: 4, y: 20 }, targetPosition: { x: 200, y: 4 } });
  await until('the order by dragging', async () => (await shown())[0] === last);
  await page.getByRole('button', { name: person.text('sortable.down').replace('{name}', last), exact: true }).click();
  await until('the order by its button', async () => (await shown())[1] === last);
  const order = await shown();
  await person.button('parts.save').click();
  await said('state.updated');
  expect(await titles(course._id)).toEqual(order);
  await picture('ordered');
});

test('stays usable with 500 lessons', async () => {
  const course = await newCourse(
    academy.manager,
    'خمسمئة درس',
    Array.from({ length: 500 }, (_, index) => `درس ${index + 1}`),
  );
  await page.goto(`/admin/courses/update/${course._id}`);
  await page.getByRole('searchbox', { name: person.text('parts.find') }).fill('250');
  // By its number, since all others may be there for a moment yet.
  await page.getByRole('button', { name: person.text('parts.open').replace('{number}', '250') }).click();
  await page.getByRole('searchbox', { name: person.text('parts.find') }).fill('');
  await page.evaluate(() => {
    const figures = window as unknown as { longest: number };
    figures.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) figures.longest = Math.max(figures.longest, duration);
    }).observe({ type: 'longtask' });
  });
  await person.field('parts.part.title').press('End');
  await person.field('parts.part.title').pressSequentially(' وأكثر', { delay: 30 });
  console.log(
    '500 lessons, longest task while typing (ms):',
    await page.evaluate(() => (window as unknown as { longest: number }).longest),
  );
  await page.getByLabel(like('parts.place')).fill('2');
  await page.keyboard.press('Enter');
  await page
    .getByRole('button', { name: /درس 250 وأكثر/ })
    .first()
    .waitFor();
  await picture('500-lessons');
  await person.button('parts.save').click();
  await said('state.updated');
  expect((await titles(course._id)).slice(0, 3)).toEqual(['درس 1', 'درس 250 وأكثر', 'درس 2']);
});

test('assigns a course by search, pasted addresses and CSV, extends it after a preview, shows its statistics, removes it', async () => {
  const parts = academy.course.parts.map(({ title, video }) => ({
    title,
    ...(video && { video: { assetId: video.assetId } }),
  }));
  const { _id } = await newCourse(academy.manager, 'دورة كاملة');
  const { result: course } = await academy.manager.must<{ result: Course }>('PUT', '/api/cm/course/update-course', {
    courseId: _id,
    parts,
  });
  const learners: Learner[] = [];
  for (const name of ['سارة القحطاني', 'فهد الدوسري', 'هند الشمري'])
    learners.push(await newLearner(academy.manager, name));
  const [searched, pasted, loaded] = learners as [Learner, Learner, Learner];

  // By search.
  await page.goto(`/admin/courses/course/${_id}?tab=assign`);
  await page.getByRole('searchbox').fill('ساره القحطاني');
  const row = (name: string) => page.getByRole('row', { name });
  await row(searched.fullname).waitFor();
  await page.waitForURL('**add-q=**');
  // Until the answer arrives, the old rows are shown under the new search.
  await row(pasted.fullname).waitFor({ state: 'detached' });
  await tickBox(row(searched.fullname).getByRole('checkbox'));
  await person.pickDate('field.expiryDate', day(20));
  await picture('assign-by-search');
  await page
    .getByRole('group')
    .getByRole('button', { name: person.text('assign.submit'), exact: true })
    .click();
  await row(searched.fullname).waitFor({ state: 'detached' });

  // By pasted addresses, checked first.
  await page.getByText(person.text('assign.way.emails'), { exact: true }).click();
  await person
    .field('assign.emails')
    .fill(`Fahad <${pasted.email}>, nobody@academy.test\nليس عنوانًا ${searched.email}`);
  await person.button('assign.check').click();
  await said('assign.results.dryRun');
  await picture('assign-by-emails');
  await person.button('assign.submit').click();
  await page.getByText(person.text('assign.results.dryRun')).waitFor({ state: 'detached' });
  const results = page.getByRole('table', { name: person.text('assign.results') });
  await results.getByRole('row', { name: pasted.email }).getByText(person.text('assign.row.assigned')).waitFor();
  await results.getByRole('row', { name: 'nobody' }).getByText(person.text('assign.row.unknown')).waitFor();
  await results.getByRole('row', { name: searched.email }).getByText(person.text('assign.row.already')).waitFor();

  // By a CSV with its own dates.
  await page.getByText(person.text('assign.way.csv'), { exact: true }).click();
  const csv = join(academy.media.path, 'learners.csv');
  await writeFile(csv, `\uFEFFالبريد الإلكتروني;expiryDate\r\n${loaded.email};${day(10)}\r\n`);
  await page.locator('input[type=file]').setInputFiles(csv);
  await person.button('assign.submit').click();
  await results.getByRole('row', { name: loaded.email }).getByText(person.text('assign.row.assigned')).waitFor();
  await picture('assign-by-csv');

  // All of them are in the list; extended after a preview.
  await page.getByRole('tab', { name: person.text('courses.learners') }).click();
  for (const { fullname } of learners) await row(fullname).waitFor();
  await picture('learners');
  await person.button('assign.extend.title').click();
  await person.field('assign.extend.days').fill('15');
  await person.button('assign.extend.preview').click();
  const preview = page.getByRole('table', { name: person.text('assign.preview.table') });
  for (const { fullname } of learners) await preview.getByRole('row', { name: fullname }).waitFor();
  await picture('extend');
  const expiryOf = async () => {
    const { result } = await academy.manager.must<{ result: { clientId: string; expiryDate: string }[] }>(
      'POST',
      '/api/cm/user-course/fetch-users-course',
      { courseId: _id },
    );
    return new Map(result.map(({ clientId, expiryDate }) => [clientId, Date.parse(expiryDate)]));
  };
  const before = await expiryOf();
  await page.getByRole('dialog').getByRole('button').last().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const after = await expiryOf();
  for (const [clientId, expiry] of before) expect(after.get(clientId)).toBe(expiry + 15 * 24 * 3600 * 1000);

  // Statistics: one learner watched a little.
  const session = await signIn(academy.url, searched.email);
  await session.must('PUT', '/api/user-course/update-progress', {
    courseId: _id,
    partId: course.parts[0]?._id,
    position: 20,
    watched: [[0, 20]],
  });
  await page.getByRole('tab', { name: person.text('course.progress') }).click();
  const figures = page.getByRole('grid', { name: person.text('statistics.lessons') });
  await figures.getByRole('row').nth(1).getByText('0:20', { exact: false }).waitFor();
  await page.locator('.recharts-surface').first().waitFor();
  await picture('progress');
  await page.getByText(person.text('chart.table')).first().click();
  await page.getByRole('table', { name: person.text('statistics.completions') }).waitFor();

  // One learner loses the course; then the course is removed, after the dialog lists what is removed with it.
  await page.getByRole('tab', { name: person.text('courses.learners') }).click();
  await row(loaded.fullname)
    .getByRole('button', { name: like('assign.actionsOf') })
    .click();
  await page.getByRole('menuitem', { name: person.text('assign.remove') }).click();
  await person.button('confirm.yes').click();
  await row(loaded.fullname).waitFor({ state: 'detached' });
  await person.button('action.remove').first().click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('listitem').nth(3).waitFor();
  await picture('delete');
  await person.button('courses.delete.confirm').click();
  await page.waitForURL('**/admin/courses/list');
  await expect(stored(_id)).rejects.toThrow();
});

test('holds search, order and page in the address', async () => {
  for (let number = 0; number < 13; number++) await newCourse(academy.manager, `صفحة ${number}`);
  await page.goto('/admin/courses/list');
  await page.getByRole('searchbox').fill('صفحه');
  await page.waitForURL('**q=**');
  await person.button('pagination.next').click();
  await page.waitForURL('**page=2**');
  await page.getByRole('article').first().waitFor();
  await until('the last course alone', async () => (await page.getByRole('article').count()) === 1);
  await page.reload();
  await until('the same after a reload', async () => (await page.getByRole('article').count()) === 1);
  await person.button('pagination.previous').click();
  await until('the first page', async () => (await page.getByRole('article').count()) === 12);
  await page.goBack();
  await until('the second again', async () => (await page.getByRole('article').count()) === 1);
  await person.button('courses.view.table').click();
  await page.getByRole('grid').waitFor();
  await picture('table');
});
