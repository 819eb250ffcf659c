// Managers’ work without a mouse, in an academy that its owner sets up first; and what interrupts a learner.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  freshEmail,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  signInManager,
  type Api,
  type Course,
} from '../harness/api.ts';
import { launchBrowser, Person } from '../harness/browser/browser.ts';
import { arrowTo, choose, enterTable, hasFocus, keepsPlace, press, said, type } from '../harness/browser/keys.ts';
import { tabTo } from '../harness/browser/screens.ts';
import { Cluster } from '../harness/cluster.ts';
import { MailCatcher } from '../harness/servers/mail.ts';
import { totpCode } from '../harness/sign-in/totp.mjs';
import { until } from '../harness/until.ts';

const OWNER = freshEmail('owner');

let browser: Browser;
let mail: MailCatcher;
let cluster: Cluster;
let person: Person;
let owner: Api;
beforeAll(async () => {
  [browser, mail] = await Promise.all([launchBrowser(), MailCatcher.start()]);
  cluster = await Cluster.start({
    flags: ['--bot-check', 'off', '--setup-code', '--smtp', mail.url, '--mail-from', 'academy@academy.test'],
  });
  person = await Person.arrive(browser, cluster.url, 'en');
});
afterAll(async () => {
  expect(person?.problems).toEqual([]);
  await browser?.close();
  await cluster?.stop();
  await mail?.stop();
});

const heading = (name: string | RegExp) => person.page.getByRole('heading', { level: 1, name });
const button = (name: string | RegExp) => person.page.getByRole('button', { name, exact: true });
const dialog = () => person.page.getByRole('dialog').or(person.page.getByRole('alertdialog'));
const named = (id: string, name: string) => person.text(id).replace('{name}', name);
/** The text of a message until its first value. */
const like = (id: string) => person.text(id).split('{')[0] ?? '';

test('an owner sets a new academy up', async () => {
  const { page } = person;
  await page.goto('/admin/setup');
  await type(person, person.field('signup.setupCode'), await cluster.setupCode());
  await type(person, person.field('field.fullname'), 'Keyboard Owner');
  await type(person, person.field('field.email'), OWNER);
  await type(person, person.field('field.password'), PASSWORD);
  await page.keyboard.press('Enter');
  await person.button('setup.site.submit').waitFor();
  await keepsPlace(person);
  const name = (id: string) =>
    page.getByLabel(person.text(id).replace('{label}', person.text('site.editor.name')), { exact: true }).first();
  await type(person, name('site.editor.in.ar'), 'أكاديمية المفاتيح');
  await press(person, person.button('setup.site.submit'));
  // What is missing is where the focus goes.
  await hasFocus(person, name('site.editor.in.en'));
  await page.keyboard.type('Academy of Keys');
  const zone = page.getByRole('combobox', { name: person.text('site.zone.label') });
  await type(person, zone, 'Cairo');
  await page.getByRole('option', { name: 'Africa/Cairo' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until('the zone', async () => /Cairo/.test(await zone.inputValue()));
  await press(person, person.button('setup.site.submit'));
  await person.button('site.mail.send').waitFor();
  await keepsPlace(person);
  await press(person, person.button('site.mail.send'));
  await said(person, like('site.mail.sent')).first().waitFor();
  await press(person, person.button('setup.finish'));
  await page.waitForURL('**/admin/dashboard');
  await hasFocus(person, page.getByRole('main'));
  owner = await signInManager(cluster.url, OWNER);
});

test('the site: another part, a text, the draft, and its publication', async () => {
  const { page } = person;
  await page.goto('/admin/site');
  await person.heading('site.editor.title').waitFor();
  await tabTo(page, page.getByRole('tab', { selected: true }));
  await arrowTo(person, page.getByRole('tab', { name: person.text('site.tab.about') }), 'ArrowRight');
  const field = page.getByLabel('Heading in English', { exact: true }).first();
  await tabTo(page, field);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Who we are');
  await press(person, person.button('site.editor.save'), 'Enter', 'Shift+Tab');
  await said(person, person.text('site.editor.saved')).first().waitFor();
  await keepsPlace(person);
  await press(person, person.button('site.editor.publish'));
  await said(person, person.text('site.editor.published')).first().waitFor();
  await keepsPlace(person);
});

test('managers: added, with another role, and deleted', async () => {
  const { page } = person;
  const name = 'Second Manager';
  await page.goto('/admin/managers');
  const role = (value: string) =>
    choose(
      person,
      dialog().getByRole('button', { name: new RegExp(person.text('managers.role')) }),
      page.getByRole('option', { name: person.text(value), exact: true }),
    );
  await press(person, person.button('managers.create'));
  await dialog().waitFor();
  await type(person, person.field('field.fullname'), name);
  await type(person, person.field('field.email'), freshEmail('second'));
  await type(person, person.field('field.password'), PASSWORD);
  await press(person, person.button('managers.form.submit'));
  await said(person, person.text('managers.created')).first().waitFor();
  await hasFocus(person, person.button('managers.create'));

  const change = button(named('managers.role.title', name));
  await press(person, change);
  await role('role.support');
  await press(person, person.button('action.save'));
  await said(person, person.text('managers.role.done')).first().waitFor();
  await hasFocus(person, change);

  const remove = button(named('action.remove.named', name));
  await press(person, remove);
  await dialog().waitFor();
  await press(person, person.button('confirm.yes'));
  await remove.waitFor({ state: 'detached' });
  await keepsPlace(person);
});

test('learners: a file, longer courses, other dates, and a deletion that is taken back', async () => {
  const { page } = person;
  const course = await newCourse(owner, 'Typing', ['Home row']);
  await page.goto('/admin/users/list');
  await choose(
    person,
    person.button('users.csv'),
    page.getByRole('menuitem', { name: person.text('users.csv.import') }),
  );
  await page.waitForURL('**/admin/users/import');
  await person.heading('users.import.title').waitFor();
  const chosen = page.waitForEvent('filechooser');
  await press(person, person.button('users.import.choose'));
  const rows = [
    'email,fullname,course,startDate,expiryDate',
    `${freshEmail('file')},Lena File,Typing,2026-01-01,2036-12-31`,
  ];
  await (await chosen).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await person.heading('users.import.plan').waitFor();
  await keepsPlace(person);
  await press(person, person.button('users.import.run'));
  await person.heading('users.import.done').waitFor();
  await keepsPlace(person);
  await press(person, person.link('users.back'));
  await page.waitForURL('**/admin/users/list');

  await page.goto(`/admin/courses/course/${course._id}`);
  const extend = person.button('assign.extend.title');
  await press(person, extend);
  await type(person, person.field('assign.extend.days'), '15');
  await page.keyboard.press('Enter');
  await page.getByRole('table', { name: person.text('assign.preview.table') }).waitFor();
  await press(person, dialog().getByRole('button', { name: like('assign.extend.apply') }));
  await dialog().waitFor({ state: 'detached' });
  await hasFocus(person, extend);

  const row = page.getByRole('row', { name: 'Lena File' });
  await enterTable(person);
  await arrowTo(person, row.getByRole('checkbox'));
  await page.keyboard.press('ArrowRight');
  await hasFocus(person, row.getByRole('link'));
  await page.keyboard.press('Enter');
  await heading('Lena File').waitFor();
  const menu = button(named('assign.menu', 'Typing'));
  await menu.waitFor();
  await enterTable(person);
  await arrowTo(person, page.getByRole('row', { name: /Typing/ }).getByRole('link'));
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await arrowTo(person, page.getByRole('menuitem', { name: person.text('assign.dates'), exact: true }));
  await page.keyboard.press('Enter');
  const year = dialog()
    .getByRole('group', { name: person.text('field.expiryDate') })
    .locator('[data-type=year]');
  await type(person, year, '2038');
  await press(person, person.button('action.save'));
  await dialog().waitFor({ state: 'detached' });
  await hasFocus(person, menu);
  await page
    .getByRole('row', { name: /Typing/ })
    .getByText(/2038|2037/)
    .waitFor();

  await page.goto('/admin/users/list');
  await row.waitFor();
  await enterTable(person);
  await arrowTo(person, row.getByRole('checkbox'));
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await arrowTo(person, page.getByRole('menuitem', { name: person.text('action.remove'), exact: true }));
  await page.keyboard.press('Enter');
  await dialog().waitFor();
  await press(person, person.button('confirm.yes'));
  await row.waitFor({ state: 'detached' });
  const undo = person.button('users.removed.undo');
  await undo.waitFor();
  await page.keyboard.press('F6');
  await hasFocus(person, undo);
  await page.keyboard.press('Enter');
  await row.waitFor();
  await keepsPlace(person);
});

test('the bin, and what was done by type', async () => {
  const { page } = person;
  const [first, second] = [await newLearner(owner, 'Gone One'), await newLearner(owner, 'Gone Two')];
  for (const { _id } of [first, second]) await owner.must('PUT', '/api/cm/user/remove-user', { clientId: _id });
  await page.goto('/admin/bin');
  for (const { fullname } of [second, first]) {
    const restore = button(named('bin.restore.named', fullname));
    await press(person, restore);
    await restore.waitFor({ state: 'detached' });
    await keepsPlace(person);
  }
  await page.goto('/admin/audit');
  await choose(
    person,
    page.getByRole('button', { name: new RegExp(person.text('audit.filter.group')) }),
    page.getByRole('option', { name: person.text('audit.group.learner'), exact: true }),
  );
  await page.waitForURL(/group=/);
  await page.getByText('Gone One').first().waitFor();
  const clear = person.button('audit.filter.clear');
  await press(person, clear);
  await clear.waitFor({ state: 'detached' });
  await keepsPlace(person);
});

test('a course that somebody else has changed meanwhile', async () => {
  const { page } = person;
  const { _id } = await newCourse(owner, 'Before');
  const stored = async () =>
    (await owner.must<{ result: Course }>('POST', '/api/cm/course/fetch-course', { courseId: _id })).result;
  await page.goto(`/admin/courses/update/${_id}`);
  const title = person.field('field.title').first();
  await title.waitFor();
  await owner.must('PUT', '/api/cm/course/update-course', {
    courseId: _id,
    title: 'Theirs',
    description: 'Their text',
  });
  await tabTo(page, title);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Mine');
  await type(person, person.field('field.description').first(), 'My text');
  const save = person.button('action.save');
  await press(person, save);
  await dialog().waitFor();
  await until('the focus in it', () => dialog().evaluate((element) => element.contains(document.activeElement)));
  const version = (field: string, which: string) =>
    dialog()
      .getByRole('radiogroup', { name: person.text(field) })
      .getByRole('radio', { name: person.text(which) });
  await press(person, version('field.title', 'conflict.mine'), 'Space');
  await tabTo(page, version('field.description', 'conflict.mine'));
  await arrowTo(person, version('field.description', 'conflict.theirs'), 'ArrowRight');
  await press(person, person.button('conflict.save'));
  await dialog().waitFor({ state: 'detached' });
  await until('the choice', async () => (await stored()).title === 'Mine');
  expect((await stored()).description).toBe('Their text');
  await hasFocus(person, save);
});

test('a learner whose device is taken over, and who is asked whether she is there', async () => {
  const learner = await newLearner(owner, 'Idle Learner');
  const visitor = await Person.arrive(browser, cluster.url, 'en');
  const { page } = visitor;
  await page.clock.install();
  const logIn = async () => {
    await type(visitor, visitor.field('field.email'), learner.email);
    await type(visitor, visitor.field('field.password'), PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/client/courses/list');
    await visitor.heading('myCourses.title').waitFor();
  };
  await page.goto('/client/auth/login');
  await logIn();
  await signIn(cluster.url, learner.email);
  await page.waitForURL('**/client/auth/access-denied*');
  await said(visitor, visitor.text('accessDenied.text')).first().waitFor();
  await press(visitor, visitor.link('accessDenied.login'));
  await page.waitForURL('**/client/auth/login*');
  await logIn();

  const question = page.getByRole('alertdialog', { name: visitor.text('idle.title') });
  await page.clock.fastForward('15:05');
  await question.waitFor();
  await hasFocus(visitor, visitor.button('idle.stay'));
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  await keepsPlace(visitor);
  await page.clock.fastForward('15:05');
  await question.waitFor();
  await press(visitor, visitor.button('idle.leave'));
  await page.waitForURL('**/client/auth/login*');
  expect(visitor.problems).toEqual([]);
  await visitor.leave();
});

// Last: it ends the owner’s other sessions.
test('an authenticator app, and the sign-in with its code', async () => {
  const { page } = person;
  await page.goto('/admin/account');
  await press(person, person.button('twoFactor.setUp'));
  await page.getByRole('img', { name: person.text('totp.qr') }).waitFor();
  await keepsPlace(person);
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await type(person, person.field('twoFactor.code'), totpCode(secret));
  await page.keyboard.press('Enter');
  await person.heading('recoveryCodes.title').waitFor();
  await keepsPlace(person);
  await press(person, person.button('recoveryCodes.done'));
  await person.button('recoveryCodes.done').waitFor({ state: 'detached' });
  await keepsPlace(person);

  await choose(
    person,
    page.getByRole('button', { name: new RegExp(person.text('admin.menu.account')) }),
    page.getByRole('menuitem', { name: person.text('admin.menu.quit') }),
  );
  await dialog().waitFor();
  await press(person, person.button('confirm.yes'));
  await page.waitForURL('**/admin/auth/login');
  await type(person, person.field('field.email'), OWNER);
  await type(person, person.field('field.password'), PASSWORD);
  await page.keyboard.press('Enter');
  await person.field('twoFactor.code').waitFor();
  await hasFocus(person, person.field('twoFactor.code'));
  await page.keyboard.type(totpCode(secret, 1));
  await page.keyboard.press('Enter');
  await page.waitForURL(/admin\/users/);
});
