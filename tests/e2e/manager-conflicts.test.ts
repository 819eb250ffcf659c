// Two managers edit the same record in their own browsers: the second one to save sees both versions and chooses.
// Screenshots go to out/screenshots/manager-conflicts.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newManager } from '../harness/authorization/prepared.ts';
import { assign, firstManager, newCourse, newLearner, signInManager, type Api, type Course } from '../harness/api.ts';
import { launchBrowser, Person } from '../harness/browser/browser.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { axeProblems } from '../harness/browser/screens.ts';
import { Cluster } from '../harness/cluster.ts';
import { MediaFolder } from '../harness/media.ts';
import { until } from '../harness/until.ts';

let cluster: Cluster;
let browser: Awaited<ReturnType<typeof launchBrowser>>;
let media: MediaFolder;
let manager: Api;
let first: Person;
let second: Person;

beforeAll(async () => {
  [cluster, browser, media] = await Promise.all([
    Cluster.start({ flags: ['--bot-check', 'off'] }),
    launchBrowser(),
    MediaFolder.create(),
  ]);
  manager = (await firstManager(cluster.url)).api;
  const other = await signInManager(cluster.url, (await newManager(manager)).email);
  first = await Person.arrive(browser, cluster.url, 'ar');
  second = await Person.arrive(browser, cluster.url, 'en');
  await signManagerInto(first.context, manager);
  await signManagerInto(second.context, other);
});
afterAll(async () => {
  expect([...(first?.problems ?? []), ...(second?.problems ?? [])]).toEqual([]);
  await browser?.close();
  await cluster?.stop();
  await media?.remove();
});

const stored = async (courseId: string): Promise<Course> =>
  (await manager.must<{ result: Course }>('POST', '/api/cm/course/fetch-course', { courseId })).result;
const dialogOf = ({ page }: Person) => page.getByRole('alertdialog');
/** Opens a course's page in both browsers. */
async function openBoth(courseId: string): Promise<void> {
  await Promise.all([first, second].map(({ page }) => page.goto(`/admin/courses/update/${courseId}`)));
}
async function saveTitle(person: Person, title: string): Promise<void> {
  await person.field('field.title').first().fill(title);
  await person.button('action.save').click();
}

test('the second manager sees both titles, at the width of a phone too, and keeps the own one', async () => {
  const { _id } = await newCourse(manager, 'العنوان');
  await openBoth(_id);
  await saveTitle(second, 'Saved by the other');
  await until('the first save', async () => (await stored(_id)).title === 'Saved by the other');
  await saveTitle(first, 'عنواني');
  const dialog = dialogOf(first);
  await dialog.waitFor();
  expect(await dialog.getByRole('definition').allInnerTexts()).toEqual(['عنواني', 'Saved by the other']);
  expect(await dialog.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([first.text('field.title')]);
  await first.picture('manager-conflicts/title');
  await first.page.setViewportSize({ width: 360, height: 740 });
  expect(await axeProblems(first.page)).toEqual([]);
  const widths = await first.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  await first.picture('manager-conflicts/title-360');
  await first.page.setViewportSize({ width: 1280, height: 800 });
  expect((await stored(_id)).title).toBe('Saved by the other');
  await first.button('conflict.keepMine').click();
  await until('the own title', async () => (await stored(_id)).title === 'عنواني');
  await dialog.waitFor({ state: 'detached' });
});

test('the title and the description are chosen each by itself, at the width of a phone too', async () => {
  const { _id } = await newCourse(manager, 'Title');
  await openBoth(_id);
  await second.field('field.description').first().fill('Their text');
  await saveTitle(second, 'Their title');
  await until('the first save', async () => (await stored(_id)).title === 'Their title');
  await first.field('field.description').first().fill('وصفي');
  await saveTitle(first, 'عنواني');
  const dialog = dialogOf(first);
  await dialog.waitFor();
  expect(await dialog.getByRole('radio').count()).toBe(4);
  const choose = (field: string, version: string) =>
    dialog
      .getByRole('radiogroup', { name: first.text(field) })
      .getByText(first.text(version))
      .click();
  await choose('field.title', 'conflict.mine');
  await first.picture('manager-conflicts/fields');
  await first.page.setViewportSize({ width: 360, height: 740 });
  expect(await axeProblems(first.page)).toEqual([]);
  const widths = await first.page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  await first.picture('manager-conflicts/fields-360');
  await first.page.setViewportSize({ width: 1280, height: 800 });
  await choose('field.description', 'conflict.theirs');
  await first.button('conflict.save').click();
  await until('the choice', async () => (await stored(_id)).title === 'عنواني');
  expect((await stored(_id)).description).toBe('Their text');
  await dialog.waitFor({ state: 'detached' });
});

test('the version of the other one is taken into the form; going back keeps what was typed', async () => {
  const { _id } = await newCourse(manager, 'Title');
  await openBoth(_id);
  await saveTitle(first, 'الأول');
  await until('the first save', async () => (await stored(_id)).title === 'الأول');
  await saveTitle(second, 'Mine');
  await second.button('conflict.back').click();
  expect(await second.field('field.title').first().inputValue()).toBe('Mine');
  await second.button('action.save').click();
  await second.button('conflict.takeTheirs').click();
  await until('their title', async () => (await second.field('field.title').first().inputValue()) === 'الأول');
  const { revision } = await stored(_id);
  await saveTitle(second, 'الأول والثاني');
  await until('the next save', async () => (await stored(_id)).revision === revision + 1);
  expect((await stored(_id)).title).toBe('الأول والثاني');
});

test('of two pictures chosen at the same time, both are shown before one of them stays', async () => {
  const { _id } = await newCourse(manager, 'Pictures');
  await openBoth(_id);
  const choose = async ({ page }: Person, size: string) => {
    const file = await media.picture(`${size}.png`, size);
    await page.locator('section[aria-labelledby=about-course] input[type=file]').setInputFiles(file);
  };
  await choose(second, '640x360');
  await until('the first picture', async () => (await stored(_id)).image !== null);
  const theirs = (await stored(_id)).image;
  await choose(first, '320x240');
  const dialog = dialogOf(first);
  await dialog.waitFor();
  await until('both pictures', async () =>
    dialog
      .locator('dd img')
      .evaluateAll((all) => all.length === 2 && all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
  );
  await first.page.setViewportSize({ width: 360, height: 740 });
  expect(await axeProblems(first.page)).toEqual([]);
  await first.picture('manager-conflicts/picture-360');
  await first.page.setViewportSize({ width: 1280, height: 800 });
  await first.picture('manager-conflicts/picture');
  expect((await stored(_id)).image).toBe(theirs);
  await first.button('conflict.keepMine').click();
  await until('the own picture', async () => (await stored(_id)).image !== theirs);
  await dialog.waitFor({ state: 'detached' });
});

test('different lessons are saved together, and the same one is asked about', async () => {
  const { _id } = await newCourse(manager, 'Lessons', ['one', 'two']);
  await openBoth(_id);
  const rename = async (person: Person, number: number, title: string) => {
    const { page } = person;
    const open = new RegExp(`^${person.text('parts.open').replace('{number}', '.')}`);
    await page
      .getByRole('button', { name: open })
      .nth(number - 1)
      .click();
    await person.field('parts.part.title').fill(title);
    await person.button('parts.save').click();
  };
  const titles = async () => (await stored(_id)).parts.map(({ title }) => title);
  await rename(first, 1, 'الأول');
  await until('the first lesson', async () => (await titles())[0] === 'الأول');
  await rename(second, 2, 'second');
  await until('both', async () => (await titles()).join() === 'الأول,second');
  // The first browser still shows the second lesson as it was opened.
  await rename(first, 2, 'الثاني');
  await dialogOf(first).waitFor();
  expect(await dialogOf(first).getByRole('definition').allInnerTexts()).toEqual(['الثاني', 'second']);
  await first.picture('manager-conflicts/lesson');
  await first.button('conflict.keepMine').click();
  await until('the own lesson', async () => (await titles()).join() === 'الأول,الثاني');
});

test('a learner opened from a list that is not fresh, and an assignment’s dates, are guarded too', async () => {
  const learner = await newLearner(manager);
  const { page } = second;
  await page.goto('/admin/users/list');
  const menu = second.text('users.menu').replace('{name}', learner.fullname);
  await page.getByRole('button', { name: menu }).first().waitFor();
  await manager.must('PUT', '/api/cm/user/update-user', {
    clientId: learner._id,
    address: 'Jeddah',
    fullname: 'Theirs',
  });
  await page.getByRole('button', { name: menu }).first().click();
  await page.getByRole('menuitem', { name: second.text('users.edit'), exact: true }).click();
  await second.field('field.fullname').fill('Mine');
  await second.button('action.save').click();
  await dialogOf(second).waitFor();
  expect(await dialogOf(second).getByRole('definition').allInnerTexts()).toEqual(['Mine', 'Theirs']);
  await second.picture('manager-conflicts/learner');
  await second.button('conflict.keepMine').click();
  const now = async () =>
    (
      await manager.must<{ result: { fullname: string; address: string } }>('POST', '/api/cm/user/fetch-user', {
        clientId: learner._id,
      })
    ).result;
  await until('the own name', async () => (await now()).fullname === 'Mine');
  // Only the other one had changed the address.
  expect((await now()).address).toBe('Jeddah');

  const { _id: courseId } = await newCourse(manager, 'Dated');
  const { _id: assignmentId } = await assign(manager, courseId, learner._id);
  await page.goto(`/admin/users/user/${learner._id}`);
  await page.getByRole('button', { name: /Dated$/ }).click();
  await page.getByRole('menuitem', { name: second.text('assign.dates'), exact: true }).click();
  await manager.must('PUT', '/api/cm/user-course/update-expdate', {
    courseId: assignmentId,
    startDate: '2026-01-01',
    expiryDate: '2040-01-01',
  });
  await second.pickDate('field.expiryDate', '2041-02-03', page.getByRole('dialog'));
  await second.button('action.save').click();
  await dialogOf(second).waitFor();
  await second.picture('manager-conflicts/dates');
  await second.button('conflict.takeTheirs').click();
  await dialogOf(second).waitFor({ state: 'detached' });
  await second.button('action.save').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  const lists = await manager.must<{ userCourses: { expiryDate: string }[] }>(
    'POST',
    '/api/cm/user-course/fetch-user-courses',
    { clientId: learner._id },
  );
  expect(lists.userCourses[0]?.expiryDate.slice(0, 10)).toBe('2040-01-01');
});
