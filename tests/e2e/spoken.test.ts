// What a screen reader is told on the main screens, compared with the outlines in tests/e2e/spoken, and what a person
// without a mouse meets: the focus, and what is announced. After a change that is wanted: npx vitest run --project e2e
// e2e/spoken -u, and read the differences.
import { readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { assign, firstManager, newCourse, newLearner, PASSWORD, signInManager, type Manager } from '../harness/api.ts';
import { LearnerAcademy } from '../harness/academies/learner-academy.ts';
import { newManager } from '../harness/authorization/prepared.ts';
import { Person, type Language } from '../harness/browser/browser.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { settled, tabTo } from '../harness/browser/screens.ts';
import { spoken } from '../harness/browser/spoken.ts';
import { Cluster } from '../harness/cluster.ts';
import { ownSite } from '../harness/own-site.ts';
import { until } from '../harness/until.ts';

/** How long an outline that is not as expected may still become so, ms. */
const PATIENCE = 10_000;
const LANGUAGES = ['ar', 'en'] as const;

let academy: LearnerAcademy;
beforeAll(async () => {
  academy = await LearnerAcademy.open([], 12);
});
afterAll(() => academy?.close());

const folder = new URL('spoken/', import.meta.url);

/** As the academy is when it is well, whatever runs beside it; its figures are of each run. */
async function wellNow({ page }: Person): Promise<void> {
  await page.route('**/api/cm/health/fetch', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { result: { name: string; value: number }[] };
    for (const item of answer.result)
      Object.assign(item, { state: 'ok', code: 'ok', text: '', remedy: '', value: 2e9 });
    await route.fulfill({ response, json: answer });
  });
  await page.route('**/api/cm/health/fetch-requests', (route) =>
    route.fulfill({ status: 503, json: { message: 'x', code: 'unavailable' } }),
  );
}

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

test.each(LANGUAGES)('the public pages and the sign-in speak in %s', async (language) => {
  const person = await academy.arrive(language);
  const { page } = person;
  await page.goto(`/?lang=${language}`);
  await says(person, `home.${language}`, page.getByRole('heading', { level: 1 }));
  await page.goto('/client/auth/login');
  await says(person, `sign-in.${language}`, person.heading('client.login.title'));
  await person.leave();
});

test.each(LANGUAGES)('a learner’s screens in %s', async (language) => {
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

test.each(LANGUAGES)('a form with errors says so, and leads to the first wrong field (%s)', async (language) => {
  const person = await academy.arrive(language);
  const { page } = person;
  await page.goto('/client/auth/signup');
  const name = person.field('field.fullname');
  await name.waitFor();
  await tabTo(page, person.button('client.signup.submit'));
  await page.keyboard.press('Enter');
  await until('the focus on the first field', () => name.evaluate((element) => element === document.activeElement));
  await says(
    person,
    `sign-up-with-errors${language === 'ar' ? '.ar' : ''}`,
    page.getByText(person.text('error.required')),
  );
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
  await newLearner(academy.manager, 'عمر بلا دورة');
  await page.goto(`/admin/courses/course/${academy.later._id}?tab=assign&add-q=عمر`);
  await says(person, 'assign.ar', page.getByRole('checkbox', { name: 'عمر بلا دورة' }));
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('pages of visitors besides the first', async () => {
  for (const language of LANGUAGES) {
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

test('the pages of an academy with texts of its own, and its set-up', async () => {
  const site = await ownSite();
  const own = await Cluster.start({ flags: ['--bot-check', 'off', '--site', site] });
  const arrive = (language: Language) => Person.arrive(academy.browser, own.url, language);
  for (const language of LANGUAGES) {
    const person = await arrive(language);
    await person.page.goto('/admin/setup');
    await says(person, `setup-owner.${language}`, person.button('setup.owner.submit'));
    await person.leave();
  }
  const { api } = await firstManager(own.url);
  for (const language of LANGUAGES) {
    const person = await arrive(language);
    const { page } = person;
    for (const name of ['about', 'gallery', 'contact']) {
      await page.goto(`/${name}?lang=${language}`);
      await says(person, `${name}.${language}`, page.getByRole('heading', { level: 1 }));
    }
    await signManagerInto(person.context, api);
    await page.goto('/admin/setup');
    await says(person, `setup-academy.${language}`, person.button('setup.site.submit'));
    await person.leave();
  }
  await own.stop();
  await rm(dirname(site), { recursive: true });
});

test.each(LANGUAGES)(
  'what a link and an end of a session lead to, and a learner’s settings in %s',
  async (language) => {
    const { learner } = await academy.learner('Sara Watcher');
    const person = await academy.arrive(language);
    const { page } = person;
    await page.goto('/client/auth/activation?email=sara@academy.test&token=none');
    await says(person, `activation.${language}`, person.button('activation.activate'));
    await page.goto('/client/auth/access-denied');
    await says(person, `access-denied.${language}`, person.link('accessDenied.login'));
    await academy.signInto(person.context, learner);
    await page.goto(`/client/courses/course/${academy.past._id}`);
    await says(person, `watch-expired.${language}`, person.link('watch.back'));
    for (const name of ['info', 'security', 'display', 'bank']) {
      await page.goto(`/client/update/${name}`);
      await says(person, `settings-${name}.${language}`, page.getByRole('heading', { level: 1 }));
    }
    expect(person.problems).toEqual([]);
    await person.leave();
  },
);

test('managers’ lists, one learner, a course, and what owners have', async () => {
  // The list says when somebody signed in last from their second sign-in on.
  const { result: first } = await academy.manager.must<{ result: Manager }>('POST', '/api/cm/auth/check');
  await signInManager(academy.url, first.email);
  const manager = await signInManager(academy.url, (await newManager(academy.manager, 'Spoken Manager')).email);
  const [course, gone] = [await newCourse(manager, 'Spoken', ['One']), await newCourse(manager, 'Gone')];
  const learner = await newLearner(manager, 'Sara Spoken');
  await assign(manager, course._id, learner._id);
  await manager.must('DELETE', '/api/cm/course/delete-course', { courseId: gone._id });
  for (const language of LANGUAGES) {
    const person = await academy.arrive(language);
    const { page } = person;
    await signManagerInto(person.context, manager);
    await wellNow(person);
    const h1 = page.getByRole('heading', { level: 1 });
    const screens = {
      'courses-of-managers': ['/admin/courses/list', page.getByRole('article')],
      'course-learners': [`/admin/courses/course/${course._id}`, page.getByRole('row', { name: learner.fullname })],
      'course-progress': [`/admin/courses/course/${course._id}?tab=progress`, page.getByRole('tabpanel')],
      learner: [`/admin/users/user/${learner._id}`, page.getByRole('row', { name: 'Spoken' })],
      managers: ['/admin/managers', page.getByRole('listitem').filter({ hasText: 'Spoken Manager' })],
      bin: ['/admin/bin', page.getByRole('listitem').filter({ hasText: 'Gone' })],
      activity: ['/admin/audit?group=captions.', page.getByRole('main').getByRole('listitem')],
      health: ['/admin/health', h1],
      site: ['/admin/site', h1],
      account: ['/admin/account', person.button('twoFactor.setUp')],
      import: ['/admin/users/import', h1],
    } as const;
    for (const [name, [path, ready]] of Object.entries(screens)) {
      await page.goto(path);
      await says(person, `${name}.${language}`, ready);
    }

    await page.goto(`/admin/courses/course/${course._id}`);
    await person.button('action.remove').first().press('Enter');
    await says(person, `delete-dialog.${language}`, page.getByRole('alertdialog').getByRole('listitem'));
    const { _id: courseId } = await newCourse(manager, `Contested ${language}`);
    await page.goto(`/admin/courses/update/${courseId}`);
    await person.field('field.title').first().fill('Mine');
    await person.field('field.description').first().fill('My text');
    const theirs = { courseId, title: 'Theirs', description: 'Their text' };
    await academy.manager.must('PUT', '/api/cm/course/update-course', theirs);
    await person.button('action.save').press('Enter');
    await says(person, `conflict-dialog.${language}`, page.getByRole('alertdialog'));
    // The lists are the same for the next language.
    await manager.must('DELETE', '/api/cm/course/delete-course', { courseId });
    await manager.must('PUT', '/api/cm/bin/purge', { _id: courseId });
    expect(person.problems).toEqual([]);
    await person.leave();
  }
});
