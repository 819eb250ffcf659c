// What a screen reader is told on the main screens, compared with the outlines in tests/e2e/spoken, and what a person
// without a mouse meets: the focus, and what is announced. After a change that is wanted: npx vitest run --project e2e
// e2e/spoken -u, and read the differences.
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { newLearner, PASSWORD, type Manager } from '../harness/api.ts';
import { LearnerAcademy } from '../harness/academies/learner-academy.ts';
import type { Person } from '../harness/browser/browser.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { settled, tabTo } from '../harness/browser/screens.ts';
import { spoken } from '../harness/browser/spoken.ts';
import { until } from '../harness/until.ts';

/** How long an outline that is not as expected may still become so, ms. */
const PATIENCE = 10_000;

let academy: LearnerAcademy;
beforeAll(async () => {
  academy = await LearnerAcademy.open([], 12);
});
afterAll(() => academy?.close());

const folder = new URL('spoken/', import.meta.url);

async function says(person: Person, name: string, ready: Locator): Promise<void> {
  await ready.first().waitFor();
  await settled(person.page);
  const file = new URL(`${name}.txt`, folder);
  const expected = await readFile(file, 'utf8').catch(() => null);
  // What loads later is awaited by its outline.
  let last = '';
  let since = performance.now();
  const outline = await until(`a screen at rest: ${name}`, async () => {
    const now = await spoken(person.page);
    if (now !== last) since = performance.now();
    last = now;
    return (now === expected || performance.now() - since > PATIENCE) && now;
  });
  await expect.soft(outline).toMatchFileSnapshot(fileURLToPath(file));
}

const focused = (person: Person) =>
  person.page.evaluate(() => {
    const { activeElement: element } = document;
    return element?.getAttribute('name') ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '';
  });

test.each(['ar', 'en'] as const)('the public pages and the sign-in speak in %s', async (language) => {
  const person = await academy.arrive(language);
  const { page } = person;
  await page.goto(`/?lang=${language}`);
  await says(person, `home.${language}`, page.getByRole('heading', { level: 1 }));
  await page.goto('/client/auth/login');
  await says(person, `sign-in.${language}`, person.heading('client.login.title'));
  await person.leave();
});

test.each(['ar', 'en'] as const)('a learner’s screens in %s', async (language) => {
  const { learner } = await academy.learner('Sara Watcher');
  const person = await academy.arrive(language);
  await academy.signInto(person.context, learner);
  await person.page.goto('/client/courses/list');
  await says(person, `my-courses.${language}`, person.page.getByRole('article'));
  await person.page.goto(`/client/courses/course/${academy.course._id}`);
  await says(person, `watch.${language}`, person.button('player.play'));
  await person.leave();
});

test('a manager’s screens', async () => {
  const { learner } = await academy.learner('Sara Watcher');
  const person = await academy.arrive('en');
  const { page } = person;
  await signManagerInto(person.context, academy.manager);
  await page.goto('/admin/dashboard');
  await says(person, 'dashboard', person.page.getByRole('heading', { level: 1 }));
  await page.goto(`/admin/users/list?search=${learner.email}`);
  await says(person, 'learners', page.getByRole('row', { name: learner.fullname }));
  await page.goto(`/admin/courses/update/${academy.course._id}`);
  await says(person, 'course-editor', person.button('parts.save'));
  await newLearner(academy.manager, 'Omar Without');
  await page.goto(`/admin/courses/course/${academy.later._id}?tab=assign`);
  await says(person, 'assign', page.getByRole('checkbox', { name: 'Omar Without' }));
  await person.leave();
});

test('a form with errors says so, and leads to the first wrong field', async () => {
  const person = await academy.arrive('en');
  const { page } = person;
  await page.goto('/client/auth/signup');
  const name = person.field('field.fullname');
  await name.waitFor();
  await tabTo(page, person.button('client.signup.submit'));
  await page.keyboard.press('Enter');
  await until('the focus on the first field', () => name.evaluate((element) => element === document.activeElement));
  await says(person, 'sign-up-with-errors', page.getByText(person.text('error.required')));
  // What the server refuses is announced.
  await page.goto('/client/auth/login');
  await tabTo(page, person.field('field.email'));
  await page.keyboard.type('nobody@academy.test');
  await tabTo(page, person.field('field.password'));
  await page.keyboard.type('Not-the-password-1');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').first().waitFor();
  expect(await page.getByRole('alert').first().innerText()).not.toBe('');
  await person.leave();
});

test('a manager signs in, finds a learner, and opens and leaves a dialog without a mouse', async () => {
  const { result } = await academy.manager.must<{ result: Manager }>('POST', '/api/cm/auth/check');
  const learner = await newLearner(academy.manager, 'Keyboard Only');
  const person = await academy.arrive('en');
  const { page } = person;
  await page.goto('/admin/auth/login');
  await person.field('field.email').waitFor();
  await tabTo(page, person.field('field.email'));
  await page.keyboard.type(result.email);
  await tabTo(page, person.field('field.password'));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/users/list');

  // The first press leads past the menu.
  const search = page.getByRole('searchbox', { name: person.text('users.search') });
  await search.waitFor();
  await tabTo(page, search);
  await page.keyboard.type(learner.fullname);
  await page.waitForURL(({ searchParams }) => searchParams.get('search') === learner.fullname);
  await until('one row', async () => (await page.getByRole('rowheader').count()) === 1);
  const box = page.getByRole('row', { name: learner.fullname }).getByRole('checkbox');
  await until('the table', async () => {
    if (await page.getByRole('grid').evaluate((grid) => grid.contains(document.activeElement))) return true;
    await page.keyboard.press('Tab');
    return false;
  });
  await until('the row’s box', async () => {
    if (await box.evaluate((element) => element === document.activeElement)) return true;
    await page.keyboard.press('ArrowDown');
    return false;
  });
  await page.keyboard.press('Space');
  const assign = person.button('users.assign');
  await assign.waitFor();
  await tabTo(page, assign);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await until('the focus in the dialog', () => dialog.evaluate((element) => element.contains(document.activeElement)));
  await says(person, 'assign-dialog', dialog);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await until('the focus on what opened it', () =>
    assign.evaluate((element) => element === document.activeElement),
  ).catch(async (error: unknown) => {
    throw new Error(`the focus is on: ${await focused(person)}`, { cause: error });
  });

  // What was done is said in a live region.
  await tabTo(page, person.button('users.deactivate'));
  await page.keyboard.press('Enter');
  const live = page.locator('[aria-live=polite]').filter({ hasText: `${learner.fullname} was deactivated.` });
  await live.first().waitFor();
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('a manager’s screens in Arabic', async () => {
  const { learner } = await academy.learner('سارة المشاهدة');
  const person = await academy.arrive('ar');
  const { page } = person;
  await signManagerInto(person.context, academy.manager);
  await page.goto('/admin/dashboard');
  await says(person, 'dashboard.ar', page.getByRole('heading', { level: 1 }));
  await page.goto(`/admin/users/list?search=${learner.email}`);
  const row = page.getByRole('row', { name: learner.fullname });
  await says(person, 'learners.ar', row);
  await row.getByRole('checkbox').press('Space');
  await person.button('users.assign').press('Enter');
  await says(person, 'assign-dialog.ar', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await page.goto(`/admin/courses/update/${academy.course._id}`);
  await says(person, 'course-editor.ar', person.button('parts.save'));
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('pages of visitors besides the first', async () => {
  for (const language of ['ar', 'en'] as const) {
    const person = await academy.arrive(language);
    const { page } = person;
    for (const [name, path] of [
      ['courses', `/courses?lang=${language}`],
      ['course', `/courses/${academy.course._id}?lang=${language}`],
      ['sign-up', '/client/auth/signup'],
      ['recovery', '/client/auth/forgotpassword'],
      ['not-found', '/no/such/page'],
    ] as const) {
      await page.goto(path);
      await says(person, `${name}.${language}`, page.getByRole('heading', { level: 1 }));
    }
    await person.leave();
  }
});
