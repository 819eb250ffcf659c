// A manager's work with learners: the list (found, narrowed, sorted, chosen), one learner's page, and CSV files; as
// journeys and in every look. Pictures go to out/screenshots/manager.
import { readFile } from 'node:fs/promises';

import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  assign,
  day,
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
import { launchBrowser, type Language, type Person } from '../harness/browser.ts';
import { Cluster } from '../harness/cluster.ts';
import { LiveConnection } from '../harness/live.ts';
import { arriveWithLook, lookAt, LOOKS, signManagerInto, type Scheme } from '../harness/manager-looks.ts';
import { until } from '../harness/until.ts';

let cluster: Cluster;
let browser: Browser;
let manager: { api: Api; email: string };
let courses: [Course, Course];

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  browser = await launchBrowser();
  manager = await firstManager(cluster.url);
  courses = [
    await newCourse(manager.api, 'أساسيات التصوير', ['الضوء والظل', 'التكوين']),
    await newCourse(manager.api, 'Editing pictures', ['One']),
  ];
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

async function arrive(language: Language = 'ar', scheme: Scheme = 'light', expected: RegExp[] = []) {
  const arrived = await arriveWithLook(browser, cluster.url, language, scheme, expected);
  await signManagerInto(arrived.person, cluster.url, manager.email);
  return arrived;
}

/** Learners whom a search for `mark` finds and nobody else. */
async function learners(mark: string, ...names: string[]): Promise<Learner[]> {
  const made: Learner[] = [];
  for (const name of names) made.push(await newLearner(manager.api, `${name} ${mark}`));
  return made;
}

const rowOf = (person: Person, name: string) => person.page.getByRole('row', { name });
const count = (person: Person, rows: number) =>
  until(`${rows} rows`, async () => (await person.page.getByRole('rowheader').count()) === rows);
const choose = (row: Locator) => row.getByRole('checkbox').click({ force: true });

async function search(person: Person, text: string): Promise<void> {
  await person.page.getByRole('searchbox').fill(text);
  await person.page.waitForURL(({ searchParams }) => searchParams.get('search') === text);
}

/** Opens the menu of whatever is named, and takes one of its entries. */
async function fromMenu(person: Person, menu: 'users.menu' | 'assign.menu', name: string, entry: string) {
  await person.page.getByRole('button', { name: person.text(menu).replace('{name}', name) }).click();
  await person.page.getByRole('menuitem', { name: person.text(entry), exact: true }).click();
}

const told = (person: Person, text: string | RegExp) =>
  person.page.getByRole('region', { name: person.text('toast.region') }).getByText(text);

test('learners are found by letters as Arabic readers compare them, narrowed and sorted, all in the address', async () => {
  const [ahmad, iman, omar] = await learners('قائمة', 'أحمد', 'إيمان', 'عمر');
  await manager.api.must('PUT', '/api/cm/user/update-activation', { clientId: omar!._id, active: false });
  await assign(manager.api, courses[0]._id, iman!._id, -5, 3);
  const { person, errors } = await arrive();
  const { page } = person;
  await page.goto('/admin/users/list');
  await search(person, 'احمد قائمه');
  await count(person, 1);
  await rowOf(person, ahmad!.fullname).waitFor();

  await search(person, 'قائمة');
  await count(person, 3);
  await person.button('users.filter.inactive').click();
  await count(person, 1);
  await rowOf(person, omar!.fullname).getByText(person.text('users.inactive')).waitFor();
  await person.button('users.filter.inactive').click();
  await page.getByRole('button', { name: /ينتهي خلال/ }).click();
  await count(person, 1);
  await rowOf(person, iman!.fullname).waitFor();
  await person.button('users.filter.clear').click();
  await count(person, 3);

  await page.getByRole('columnheader', { name: person.text('field.fullname') }).click();
  await page.waitForURL(/sort=-fullname/);
  await until('the other order', async () =>
    (await page.getByRole('rowheader').first().innerText()).includes(omar!.fullname),
  );
  await page.reload();
  await count(person, 3);
  expect(await page.getByRole('searchbox').inputValue()).toBe('قائمة');
  await page.goBack();
  await until('the order before', async () =>
    (await page.getByRole('rowheader').first().innerText()).includes(ahmad!.fullname),
  );
  expect(errors).toEqual([]);
  await person.leave();
});

test('a point beside the name follows who is online, and the filter finds them', async () => {
  const [here] = await learners('حاضر', 'سارة', 'هدى');
  const { person } = await arrive();
  await person.page.goto('/admin/users/list');
  await search(person, 'حاضر');
  await count(person, 2);
  const row = rowOf(person, here!.fullname);
  await row.getByTitle(person.text('users.offline')).waitFor();
  const live = await new LiveConnection(cluster.url, (await signIn(cluster.url, here!.email)).token).connected();
  await row.getByTitle(person.text('users.online'), { exact: true }).waitFor();
  await person.button('users.filter.online').click();
  await count(person, 1);
  live.close();
  await row.getByTitle(person.text('users.offline')).waitFor();
  await person.leave();
});

test('columns are chosen and stay so', async () => {
  const [learner] = await learners('أعمدة', 'مريم');
  const { person } = await arrive();
  const { page } = person;
  await page.goto('/admin/users/list');
  await search(person, 'أعمدة');
  await person.button('table.columns').click();
  await page.getByRole('menuitemcheckbox', { name: person.text('field.phone') }).click();
  await page.keyboard.press('Escape');
  await rowOf(person, learner!.fullname).getByText(learner!.phonenumber).waitFor();
  await page.reload();
  await rowOf(person, learner!.fullname).getByText(learner!.phonenumber).waitFor();
  await person.leave();
});

test('those who are chosen get courses, more time, are deactivated, activated, and removed together', async () => {
  const many = await learners('جماعة', 'ليلى', 'نورة', 'خالد');
  const { person, errors } = await arrive();
  const { page } = person;
  await page.goto('/admin/users/list');
  await search(person, 'جماعة');
  await count(person, 3);
  await choose(rowOf(person, many[0]!.fullname));
  await choose(rowOf(person, many[1]!.fullname));

  await person.button('users.assign').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: courses[0].title }).check({ force: true });
  await dialog.getByRole('checkbox', { name: courses[1].title }).check({ force: true });
  await person.pickDate('field.startDate', day(-1), page);
  await person.pickDate('field.expiryDate', day(10), page);
  await person.button('assign.submit').click();
  await dialog
    .getByRole('table', { name: person.text('assign.many.done') })
    .getByRole('row')
    .nth(2)
    .waitFor();
  await dialog
    .getByRole('button', { name: person.text('dialog.close') })
    .last()
    .click();

  await person.button('users.extend').click();
  await dialog.getByRole('combobox').fill(courses[0].title);
  await page.getByRole('option', { name: courses[0].title }).click();
  await dialog.getByLabel(person.text('extend.days')).fill('20');
  await person.button('extend.preview').click();
  await dialog.getByText(/يُمدَّد لمتعلّمَين/).waitFor();
  await dialog.getByRole('button', { name: person.text('extend.submit'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  const { userCourses } = await manager.api.must<{ userCourses: { courseId: string; expiryDate: string }[] }>(
    'POST',
    '/api/cm/user-course/fetch-user-courses',
    { clientId: many[0]!._id },
  );
  const extended = userCourses.find(({ courseId }) => courseId === courses[0]._id);
  expect(Date.parse(extended?.expiryDate ?? '') - Date.now()).toBeGreaterThan(28 * 86_400_000);

  await person.button('users.deactivate').click();
  await rowOf(person, many[0]!.fullname).getByText(person.text('users.inactive')).waitFor();
  await told(person, /أُوقف مستخدمان/).waitFor();
  await person.button('users.activate').click();
  await told(person, /فُعّل مستخدمان/).waitFor();

  await page
    .getByRole('group', { name: /اختير/ })
    .getByRole('button', { name: person.text('action.remove') })
    .click();
  await person.button('confirm.yes').click();
  await count(person, 1);
  await person.button('users.removed.undo').click();
  await count(person, 3);
  expect(errors).toEqual([]);
  await person.leave();
});

test('a learner is made, a taken address is told with nothing lost, and is changed', async () => {
  const [known] = await learners('موجود', 'منى');
  const { person } = await arrive('ar', 'light', [/create-user/]);
  const { page } = person;
  await page.goto('/admin/users/list');
  await person.button('users.create').click();
  await person.field('field.fullname').fill('ريم جديدة');
  await person.field('field.email').fill(known!.email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('action.save').click();
  await page.getByText(person.text('error.email_taken')).waitFor();

  // What was typed outlives the dialog and the page.
  await page.keyboard.press('Escape');
  await page.reload();
  await person.button('users.create').click();
  await page.getByText(person.text('form.restored')).waitFor();
  expect(await person.field('field.fullname').inputValue()).toBe('ريم جديدة');
  const email = freshEmail('rim');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('action.save').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await search(person, email);
  await count(person, 1);

  await fromMenu(person, 'users.menu', 'ريم جديدة', 'users.edit');
  await person.field('field.fullname').fill('ريم العتيبي');
  await person.button('action.save').click();
  await rowOf(person, 'ريم العتيبي').waitFor();
  await person.leave();
});

test('another password and a sign-out end the learner’s session', async () => {
  const [learner] = await learners('كلمة', 'فهد');
  const { person } = await arrive();
  const { page } = person;
  await page.goto('/admin/users/list');
  await search(person, 'كلمة');
  const before = await signIn(cluster.url, learner!.email);
  await fromMenu(person, 'users.menu', learner!.fullname, 'users.password');
  await person.field('field.newPassword').fill('Another-pass-1');
  await person.field('field.confirmPassword').fill('Another-pass-2');
  await person.button('action.save').click();
  await page.getByText(person.text('error.passwords_differ')).waitFor();
  await person.field('field.confirmPassword').fill('Another-pass-1');
  await person.button('action.save').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await before.post('/api/user/fetch-info')).status).toBe(401);
  const after = await signIn(cluster.url, learner!.email, 'Another-pass-1');
  await fromMenu(person, 'users.menu', learner!.fullname, 'sessions.signOut');
  await told(person, /أُنهي دخول/).waitFor();
  expect((await after.post('/api/user/fetch-info')).status).toBe(401);
  await person.leave();
});

test('who is removed is gone once the time to undo is over', async () => {
  const [learner] = await learners('راحل', 'سعيد');
  const { person } = await arrive();
  const { page } = person;
  await page.goto(`/admin/users/user/${learner!._id}`);
  const remove = async () => {
    // The list, which stays until the learner's own page is there, has the same menu.
    await page.getByRole('heading', { level: 1, name: learner!.fullname }).waitFor();
    await fromMenu(person, 'users.menu', learner!.fullname, 'action.remove');
    await person.button('confirm.yes').click();
    await page.waitForURL('**/admin/users/list');
  };
  await remove();
  await person.heading('users.title').waitFor();
  await person.button('users.removed.undo').click();
  await search(person, 'راحل');
  await rowOf(person, learner!.fullname).getByRole('link').click();
  await page.waitForURL(`**/${learner!._id}`);
  await remove();
  await page
    .getByRole('button', { name: person.text('toast.close') })
    .last()
    .click();
  const fetched = () => manager.api.post('/api/cm/user/fetch-user', { clientId: learner!._id });
  await until('the removal', async () => (await fetched()).status === 404);
  await page.goto(`/admin/users/user/${learner!._id}`);
  await page.getByText(person.text('users.unknown')).waitFor();
  await person.leave();
});

test('one learner: courses with dates, progress, bank details, sign-ins, and the history', async () => {
  const [learner] = await learners('صفحة', 'بدر');
  const api = await signIn(cluster.url, learner!.email);
  await api.must('PUT', '/api/user/update-bank', {
    accountHolder: 'بدر صفحة',
    bankName: 'مصرف الراجحي',
    iban: 'SA03 8000 0000 6080 1016 7519',
  });
  const { person, errors } = await arrive();
  const { page } = person;
  await page.goto(`/admin/users/user/${learner!._id}`);
  for (const { title } of courses) await page.getByRole('checkbox', { name: title }).check({ force: true });
  await person.pickDate('field.startDate', day(-1));
  await person.pickDate('field.expiryDate', day(30));
  await person.button('assign.submit').click();
  await rowOf(person, courses[0].title).getByText(person.text('assignment.active')).waitFor();
  await rowOf(person, courses[1].title).waitFor();

  await fromMenu(person, 'assign.menu', courses[0].title, 'assign.dates');
  await person.pickDate('field.startDate', day(3), page.getByRole('dialog'));
  await person.button('action.save').click();
  await rowOf(person, courses[0].title).getByText(person.text('assignment.upcoming')).waitFor();
  await fromMenu(person, 'assign.menu', courses[0].title, 'assign.progress.parts');
  await page.getByRole('dialog').getByText('الضوء والظل').waitFor();
  await page.keyboard.press('Escape');

  await fromMenu(person, 'assign.menu', courses[1].title, 'action.remove');
  await rowOf(person, courses[1].title).waitFor({ state: 'detached' });
  await person.button('assign.removed.undo').click();
  await rowOf(person, courses[1].title).waitFor();

  await page.getByRole('tab', { name: person.text('users.tabs.bank') }).click();
  await page.getByText('SA03 8000 0000 6080 1016 7519').waitFor();
  await page.getByRole('tab', { name: person.text('users.tabs.sessions') }).click();
  await person.button('sessions.signOut').click();
  await page.getByText(person.text('sessions.reason.manager')).waitFor();
  await page.getByRole('tab', { name: person.text('users.tabs.history') }).click();
  await page
    .getByRole('list', { name: person.text('audit.history') })
    .getByText(courses[0].title)
    .first()
    .waitFor();
  expect(errors).toEqual([]);
  await person.leave();
});

test('a file is checked, imported, changes nothing the second time, and comes out again as it went in', async () => {
  const known = freshEmail('import');
  const rows = [
    'email;fullname;course;startDate;expiryDate',
    `${known};منيرة ملف;${courses[0].title};2026-01-01;2036-12-31`,
    `${freshEmail('import')};"=SUM(1) ملف";;;`,
    'no-address;شخص ملف;;;',
    `${freshEmail('import')};سلطان ملف;دورة لا توجد;2026-01-01;2036-12-31`,
  ];
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`) };
  const { person, errors } = await arrive();
  const { page } = person;
  await page.goto('/admin/users/list');
  await person.button('users.csv').click();
  await page.getByRole('menuitem', { name: person.text('users.csv.import') }).click();
  await page.waitForURL('**/admin/users/import');
  await page.locator('input[type=file]').setInputFiles(file);
  await person.heading('users.import.plan').waitFor();
  const issues = page.getByRole('grid', { name: person.text('users.import.issues') });
  await issues.getByRole('row', { name: '4' }).getByText(person.text('error.email_invalid')).waitFor();
  await issues.getByText(person.text('error.course_unknown')).waitFor();
  await person.button('users.import.run').click();
  await person.heading('users.import.done').waitFor();

  await person.button('users.import.other').click();
  await page.locator('input[type=file]').setInputFiles({
    ...file,
    buffer: Buffer.from(rows.slice(0, 3).join('\n')),
  });
  await page.getByText(person.text('users.import.nothing')).waitFor();

  await page.goto('/admin/users/list');
  await search(person, 'ملف');
  await rowOf(person, 'منيرة ملف').waitFor();
  await person.button('users.csv').click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: person.text('users.csv.exportCourses') }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/\.csv$/);
  const text = await readFile(await saved.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(text).toContain(known);
  expect(text).toContain(courses[0].title);
  expect(text).toContain("'=SUM(1)");
  expect(errors).toEqual([]);
  await person.leave();
});

test.each(LOOKS)('every screen of learners (%s, %s)', async (language, scheme) => {
  const { person, errors } = await arrive(language, scheme, [/user-course\/bulk-assign|create-user/]);
  const { page } = person;
  const mark = `${language}${scheme}`;
  const [learner] = await learners(mark, 'عبدالله', 'Maryam');
  await assign(manager.api, courses[0]._id, learner!._id, -5, 3);
  await assign(manager.api, courses[1]._id, learner!._id, 3, 30);
  const see = (name: string, ready?: Locator) => lookAt(person, `users-${name}`, language, scheme, ready);

  await page.goto(`/admin/users/list?search=${mark}&active=true`);
  await see('list', rowOf(person, learner!.fullname));
  await choose(rowOf(person, learner!.fullname));
  await see('list-chosen', page.getByRole('group', { name: /1|واحد/ }));
  await page.getByRole('button', { name: person.text('users.menu').replace('{name}', learner!.fullname) }).click();
  await see('list-menu', page.getByRole('menu'));
  await page.keyboard.press('Escape');
  await person.button('table.columns').click();
  await see('list-columns', page.getByRole('menu'));
  await page.keyboard.press('Escape');
  await person.button('users.assign').click();
  await see('assign', page.getByRole('dialog').getByRole('checkbox').first());
  await page.keyboard.press('Escape');
  await person.button('users.extend').click();
  await see('extend', page.getByRole('dialog').getByRole('combobox'));
  await page.keyboard.press('Escape');
  await page
    .getByRole('group', { name: /1|واحد/ })
    .getByRole('button', { name: person.text('action.remove') })
    .click();
  await see('remove', page.getByRole('alertdialog'));
  await person.button('confirm.no').click();
  await person.button('users.create').click();
  await person.button('action.save').click();
  await see('create-refused', page.getByText(person.text('error.required')));
  await page.keyboard.press('Escape');
  await page.goto(`/admin/users/list?search=nobody-${mark}`);
  await see('list-empty', page.getByText(person.text('state.empty')));

  await page.goto(`/admin/users/user/${learner!._id}`);
  await see('user-courses', rowOf(person, courses[0].title));
  await fromMenu(person, 'assign.menu', courses[0].title, 'assign.progress.parts');
  await see('user-progress', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await fromMenu(person, 'assign.menu', courses[0].title, 'assign.dates');
  await see('user-dates', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  for (const tab of ['bank', 'sessions', 'mails', 'history']) {
    await page.goto(`/admin/users/user/${learner!._id}?tab=${tab}`);
    await see(`user-${tab}`, page.getByRole('tabpanel').locator('ul, dl, p').first());
  }

  await page.goto('/admin/users/import');
  await see('import', person.button('users.import.choose'));
  const text = 'email,fullname,notes\nno-address,Somebody,x\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  await see('import-report', person.heading('users.import.plan'));
  expect(errors).toEqual([]);
  await person.leave();
});
