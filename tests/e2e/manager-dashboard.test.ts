// The manager's own screens: dashboard, managers, account, activity, the command palette and the side panels, as
// journeys and in every look. Screenshots go to out/screenshots/manager.
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  assign,
  firstManager,
  freshEmail,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  type Api,
  type Course,
  type Learner,
} from '../harness/api.ts';
import { launchBrowser, type Language, type Person } from '../harness/browser/browser.ts';
import { Cluster } from '../harness/cluster.ts';
import { LiveConnection } from '../harness/live.ts';
import {
  arriveWithLook,
  lookAt,
  LOOKS,
  managerLogIn,
  signManagerInto,
  type Scheme,
} from '../harness/browser/manager-looks.ts';
import { until } from '../harness/until.ts';

let cluster: Cluster;
let browser: Browser;
let manager: { api: Api; email: string };
let learner: Learner;
let course: Course;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  browser = await launchBrowser();
  manager = await firstManager(cluster.url);
  learner = await newLearner(manager.api, 'أحمد الغامدي');
  await newLearner(manager.api, 'Mona Adel');
  course = await newCourse(manager.api, 'أساسيات التصوير', ['الضوء', 'التكوين']);
  await assign(manager.api, course._id, learner._id, -1, 3);
  await beginUpload('الدرس الأول.mp4');
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

/** An upload whose bytes never arrive, as the first lesson's video. */
async function beginUpload(filename: string): Promise<void> {
  const answer = await fetch(`${cluster.url}/api/cm/media/uploads`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${manager.api.token}`,
      'tus-resumable': '1.0.0',
      'upload-length': '5000000',
      'upload-metadata': `filename ${Buffer.from(filename).toString('base64')}`,
    },
  });
  const assetId = answer.headers.get('location')?.split('/').at(-1);
  const parts = course.parts.map(({ _id, title }, index) => ({
    _id,
    title,
    ...(index === 0 && { video: { assetId } }),
  }));
  await manager.api.must('PUT', '/api/cm/course/update-course', { courseId: course._id, parts });
}

async function arrive(language: Language, scheme: Scheme = 'light') {
  const arrived = await arriveWithLook(browser, cluster.url, language, scheme);
  await signManagerInto(arrived.person, cluster.url, manager.email);
  return arrived;
}

test('the dashboard shows who is online as learners come and go, and which videos are being processed', async () => {
  const { person, errors } = await arrive('ar');
  const { page } = person;
  await page.goto('/admin/dashboard');
  const tile = page.getByRole('link', { name: new RegExp(person.text('dashboard.online')) });
  await tile.getByText('0', { exact: true }).waitFor();
  const api = await signIn(cluster.url, learner.email);
  const live = await new LiveConnection(cluster.url, api.token).connected();
  await tile.getByText('1', { exact: true }).waitFor();
  await person.link('dashboard.title').first().waitFor();
  const list = page.getByRole('region', { name: person.text('dashboard.online') });
  await list.getByRole('link', { name: learner.fullname }).waitFor();
  live.close();
  await list.getByText(person.text('dashboard.online.nobody')).waitFor();

  const uploads = page.getByRole('region', { name: person.text('dashboard.uploads') });
  await uploads.getByText('الدرس الأول.mp4').waitFor();
  await uploads.getByRole('link', { name: course.title }).waitFor();
  await until('three charts', async () => (await page.getByRole('figure').count()) === 3);
  await page.getByText(person.text('chart.table')).last().click();
  await page.getByRole('table', { name: person.text('dashboard.chart.assignments.title') }).waitFor();
  expect(errors).toEqual([]);
  await person.leave();
});

test('managers are registered, get a new password, and are removed', async () => {
  const { person } = await arrive('ar');
  const { page } = person;
  const email = freshEmail('manager');
  await page.goto('/admin/users/list');
  await person.link('managers.title').click();
  await page.waitForURL('**/admin/managers');
  await person.button('managers.create').click();
  await person.field('field.fullname').fill('نورة العتيبي');
  await person.field('field.email').fill(manager.email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('managers.form.submit').click();
  await page.getByText(person.text('error.email_taken')).waitFor();
  await person.field('field.email').fill(email);
  await person.button('managers.form.submit').click();
  const row = page.getByRole('listitem').filter({ hasText: email });
  await row.getByText(person.text('managers.neverSignedIn')).waitFor();

  const other = await arriveWithLook(browser, cluster.url, 'ar');
  await managerLogIn(other.person, email);
  await row.getByRole('button', { name: /^تغيير كلمة المرور/ }).click();
  await person.field('field.newPassword').fill('Another-pass-1');
  await person.field('field.confirmPassword').fill('Another-pass-1');
  await person.button('action.save').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await other.person.page.getByRole('alertdialog', { name: person.text('signInAgain.title') }).waitFor();

  await row.getByRole('button', { name: /^حذف/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: person.text('confirm.yes'), exact: true }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('listitem').filter({ hasText: manager.email }).getByRole('button', { name: /^حذف/ }).click();
  await page.getByRole('dialog').getByText(person.text('managers.remove.last')).waitFor();
  await other.person.leave();
  await person.leave();
});

test.each(['ar', 'en'] as const)(
  'the palette goes to a screen, a learner and a course by keyboard (%s)',
  async (language) => {
    const { person, errors } = await arrive(language);
    const { page } = person;
    await page.goto('/admin/users/list');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const search = page.getByRole('searchbox', { name: person.text('commandPalette.title') });
    const open = async () => {
      await page.keyboard.press('Control+k');
      await search.waitFor();
    };
    const choose = async (words: string, name: string, url: string) => {
      await open();
      await search.fill(words);
      await page.getByRole('menuitem', { name, exact: false }).first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.locator('[role=menuitem][data-focused]').filter({ hasText: name }).waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(url);
      await search.waitFor({ state: 'detached' });
    };
    await choose(person.text('admin.menu.audit'), person.text('admin.menu.audit'), '**/admin/audit');
    // Found however the name is spelled.
    await choose('احمد الغامدى', learner.fullname, `**/admin/users/user/${learner._id}`);
    await choose('اساسيات', course.title, `**/admin/courses/course/${course._id}`);
    await open();
    await page.keyboard.press('Control+k');
    await search.waitFor({ state: 'detached' });
    await person.button('commandPalette.title').click();
    await search.waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await search.waitFor({ state: 'detached' });
    expect(errors).toEqual([]);
    await person.leave();
  },
);

test.each(LOOKS)('a manager’s screens (%s, %s)', async (language, scheme) => {
  const { person, errors } = await arrive(language, scheme);
  const { page } = person;
  const see = (name: string, ready?: Locator) => lookAt(person, name, language, scheme, ready);
  const api = await signIn(cluster.url, learner.email);
  const live = await new LiveConnection(cluster.url, api.token).connected();

  await page.goto('/admin/dashboard');
  await page.locator('figure svg').first().waitFor();
  await page
    .getByRole('region', { name: person.text('dashboard.online') })
    .getByRole('link')
    .first()
    .waitFor();
  await see('dashboard', page.getByText('الدرس الأول.mp4'));
  live.close();

  await page.goto('/admin/managers');
  await see('managers', page.getByText(manager.email));
  await person.button('managers.create').click();
  await person.button('managers.form.submit').click();
  await see('managers-create', page.getByText(person.text('error.required')));
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByRole('listitem')
    .getByRole('button', { name: new RegExp(person.text('action.remove')) })
    .first()
    .click();
  await see('managers-remove', page.getByRole('dialog'));

  await page.goto('/admin/audit');
  await see('audit', page.getByRole('list', { name: person.text('audit.title') }));
  await page.goto('/admin/account');
  await see('account', page.getByRole('list', { name: person.text('sessions.own.title') }));

  await page.keyboard.press('Control+k');
  const search = page.getByRole('searchbox', { name: person.text('commandPalette.title') });
  await see('palette', search);
  await search.fill('ا');
  await see('palette-found', page.getByRole('menuitem', { name: learner.fullname }));
  await page.goto('/admin/managers');
  await person.button('audit.lately').click();
  await see('lately', page.getByRole('list', { name: person.text('audit.lately') }));
  await page.goto('/admin/managers');
  await person.button('settings.title').click();
  await see('settings', page.getByRole('dialog'));

  await page.clock.install();
  await page.goto('/admin/managers');
  await page.getByText(manager.email).waitFor();
  await page.clock.fastForward(28_800_000);
  await see('sign-in-again', page.getByRole('alertdialog', { name: person.text('signInAgain.title') }));
  await page.getByRole('link', { name: person.text('signInAgain.leave') }).click();
  await see('login-automatic', page.getByText(person.text('admin.login.automatic')));
  expect(errors).toEqual([]);
  await person.leave();
});
