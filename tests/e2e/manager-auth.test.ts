// The life of a manager's session: sign-up and its guard, the stored keys, the eight hours, an end from elsewhere, and
// that nothing typed is lost when the session ends.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  firstManager,
  freshEmail,
  newLearner,
  PASSWORD,
  signInManager,
  type Api,
  type Manager,
} from '../harness/api.ts';
import { launchBrowser, type Person } from '../harness/browser/browser.ts';
import { Cluster } from '../harness/cluster.ts';
import { arriveWithLook, lookAt, LOOKS, managerLogIn, signManagerInto } from '../harness/browser/manager-looks.ts';
import { until } from '../harness/until.ts';

const KEYS = ['token', 'userId', 'tokenExpiration', 'fullname', 'lastLogin'];
const EIGHT_HOURS_MS = 28_800_000;

let cluster: Cluster;
let empty: Cluster;
let browser: Browser;
let first: { api: Api; email: string };

beforeAll(async () => {
  [cluster, empty] = await Promise.all([
    Cluster.start({ flags: ['--bot-check', 'off'] }),
    Cluster.start({ flags: ['--bot-check', 'off'] }),
  ]);
  browser = await launchBrowser();
  first = await firstManager(cluster.url);
  await newLearner(first.api, 'سارة القحطاني');
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
  await empty?.stop();
});

const kept = (page: Page) =>
  page.evaluate((keys) => Object.fromEntries(keys.map((key) => [key, localStorage.getItem(key)])), KEYS);

/** A separate manager, so that no test ends another test's session. */
async function newManager(fullname = 'منى الحربي'): Promise<Manager> {
  const body = { email: freshEmail('manager'), password: PASSWORD, fullname, role: 'owner' };
  return (await first.api.must<{ result: Manager }>('PUT', '/api/cm/manager/register-manager', body)).result;
}

async function arrive(language: 'ar' | 'en' = 'ar'): Promise<Person> {
  return (await arriveWithLook(browser, cluster.url, language)).person;
}

/** Types the name of a manager to be registered, and leaves the dialog open. */
async function typeSomething(person: Person): Promise<void> {
  await person.page.goto('/admin/managers');
  await person.button('managers.create').click();
  await person.field('field.fullname').fill('لم يُحفظ بعد');
}
const again = (person: Person) => person.page.getByRole('alertdialog', { name: person.text('signInAgain.title') });

async function signInAgain(person: Person, email: string, password = PASSWORD): Promise<void> {
  const dialog = again(person);
  await dialog.getByLabel(person.text('field.email'), { exact: true }).fill(email);
  await dialog.getByLabel(person.text('field.password'), { exact: true }).fill(password);
  await dialog.getByRole('button', { name: person.text('signInAgain.submit') }).click();
  await dialog.waitFor({ state: 'detached' });
}
const typed = (person: Person) => person.field('field.fullname').inputValue();

test('the first manager signs up; after that sign-up redirects to the login, or to the error page if the server cannot be asked', async () => {
  const { person } = await arriveWithLook(browser, empty.url, 'ar', 'light', [/check-signup/]);
  const { page } = person;
  const email = freshEmail('manager');
  await page.goto('/admin/auth/sign-up');
  await person.field('field.fullname').fill('منى الحربي');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('admin.signup.submit').click();
  await page.waitForURL('**/admin/auth/login');
  await page.goto('/admin/auth/sign-up');
  await page.waitForURL('**/admin/auth/login');
  await page.route('**/api/cm/auth/check-signup', (route) => route.abort());
  await page.goto('/admin/auth/sign-up');
  await page.waitForURL('**/error');
  await managerLogIn(person, email);
  // A signed-in manager is redirected from the sign-in pages.
  await page.goto('/admin/auth/sign-up');
  await page.waitForURL('**/admin/users/list');
  await page.goto('/admin/auth');
  await page.waitForURL('**/admin/users/list');
  await person.leave();
});

test('a session stores the documented keys, survives a reload, and removes all of them when it ends', async () => {
  const manager = await newManager();
  const person = await arrive();
  const { page } = person;
  await managerLogIn(person, manager.email);
  const stored = await kept(page);
  expect(stored).toMatchObject({ userId: manager._id, fullname: manager.fullname, lastLogin: '' });
  const left = Date.parse(stored['tokenExpiration'] ?? '') - Date.now();
  expect(left).toBeGreaterThan(EIGHT_HOURS_MS - 600_000);
  expect(left).toBeLessThanOrEqual(EIGHT_HOURS_MS);
  await page.goto('/admin');
  await page.waitForURL('**/admin/users/list');
  expect((await kept(page))['token']).toBe(stored['token']);

  // Another tab of the same browser is signed out together with this one.
  const tab = await person.context.newPage();
  await tab.goto('/admin/courses/list');
  await tab.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: person.text('admin.menu.account') }).click();
  await page.getByRole('menuitem', { name: person.text('admin.menu.quit') }).click();
  const question = page.getByRole('alertdialog', { name: person.text('confirm.title') });
  await question.getByText(person.text('confirm.text')).waitFor();
  await question.getByRole('button', { name: person.text('confirm.yes'), exact: true }).click();
  await page.waitForURL('**/admin/auth/login');
  await tab.waitForURL('**/admin/auth/login');
  expect(Object.values(await kept(page))).toEqual(KEYS.map(() => null));
  // The sign-in leads on to what was asked for.
  await page.goto('/admin/courses/list');
  await page.waitForURL('**/admin/auth/login?next=%2Fadmin%2Fcourses%2Flist');
  await person.field('field.email').fill(manager.email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('admin.login.submit').click();
  await page.waitForURL('**/admin/courses/list');
  await person.leave();
});

test('a wrong password shows an error and keeps the address', async () => {
  const manager = await newManager();
  const person = await arrive('en');
  await person.page.goto('/admin/auth/login');
  await person.field('field.email').fill(manager.email);
  await person.field('field.password').fill('something else');
  await person.button('admin.login.submit').click();
  await person.page.getByText('You have entered a wrong password').waitFor();
  expect(await person.field('field.email').inputValue()).toBe(manager.email);
  await person.leave();
});

test.each(['ar', 'en'] as const)(
  'after eight hours the page waits behind a new sign-in with all that was typed (%s)',
  async (language) => {
    const manager = await newManager();
    const person = await arrive(language);
    const { page } = person;
    await page.clock.install();
    await managerLogIn(person, manager.email);
    await typeSomething(person);
    await page.clock.fastForward(EIGHT_HOURS_MS - 60_000);
    expect(await again(person).count()).toBe(0);
    await page.clock.fastForward(60_000);
    await again(person).getByText(person.text('signInAgain.manager.automatic')).waitFor();
    expect(Object.values(await kept(page))).toEqual(KEYS.map(() => null));
    await signInAgain(person, manager.email);
    expect(await typed(person)).toBe('لم يُحفظ بعد');
    await person.field('field.email').fill(freshEmail('manager'));
    await person.field('field.password').fill(PASSWORD);
    await person.button('managers.form.submit').click();
    await page.getByRole('listitem').filter({ hasText: 'لم يُحفظ بعد' }).first().waitFor();

    // After an automatic logout the login page says so, also after a reload.
    await page.clock.fastForward(EIGHT_HOURS_MS);
    await again(person)
      .getByRole('link', { name: person.text('signInAgain.leave') })
      .click();
    await page.getByText(person.text('admin.login.automatic')).waitFor();
    await page.reload();
    await page.getByText(person.text('admin.login.automatic')).waitFor();
    await person.leave();
  },
);

test('when a session ends elsewhere the page says so at once, and work continues after signing in again', async () => {
  const manager = await newManager();
  const person = await arrive();
  await managerLogIn(person, manager.email);
  await typeSomething(person);
  const password = `${PASSWORD}-new`;
  await first.api.must('PUT', '/api/cm/manager/update-password', { userId: manager._id, password });
  await again(person).getByText(person.text('signInAgain.expired')).waitFor();
  await signInAgain(person, manager.email, password);
  expect(await typed(person)).toBe('لم يُحفظ بعد');
  expect(person.page.url()).toContain('/admin/managers');

  // Somebody else does not get this page.
  await first.api.must('PUT', '/api/cm/manager/update-password', { userId: manager._id, password: PASSWORD });
  await again(person).waitFor();
  await signInAgain(person, first.email);
  await person.page.waitForURL('**/admin/users/list');
  await person.heading('users.title').waitFor();
  await person.page.getByRole('dialog').waitFor({ state: 'detached' });
  await person.leave();
});

test('a removed manager is signed out at once', async () => {
  const manager = await newManager();
  const person = await arrive();
  await managerLogIn(person, manager.email);
  await first.api.must('POST', '/api/cm/manager/delete-manager', { managerId: manager._id });
  await person.page.waitForURL('**/admin/auth/login');
  expect(await again(person).count()).toBe(0);
  await person.leave();
});

test('the password dialog shows a refusal under the form, and a toast after it has closed', async () => {
  const manager = await newManager();
  const person = await arrive();
  const { page } = person;
  await managerLogIn(person, manager.email);
  const elsewhere = await signInManager(cluster.url, manager.email);
  await page.getByRole('button', { name: person.text('admin.menu.account') }).click();
  await page.getByRole('menuitem', { name: person.text('admin.menu.update') }).click();
  const dialog = page.getByRole('dialog', { name: person.text('changePassword.title') });
  const save = dialog.getByRole('button', { name: person.text('action.save'), exact: true });
  await save.click();
  expect(await dialog.getByRole('alert').count()).toBe(0);
  await person.field('field.currentPassword').fill('not this one');
  await person.field('field.newPassword').fill('Another-pass-1');
  await dialog.getByText(person.text('password.strength.strong')).waitFor();
  await save.click();
  await dialog
    .getByRole('alert')
    .getByText(`* ${person.text('error.wrong_password')}`)
    .waitFor();
  await person.field('field.currentPassword').fill(PASSWORD);
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(person.text('changePassword.done')).waitFor();
  await until('the other session’s end', async () => (await elsewhere.post('/api/cm/auth/check')).status === 401);
  // This session continues.
  await page.reload();
  await page.waitForURL('**/admin/users/list');
  await person.leave();
});

test.each(LOOKS)('the screens of a manager’s sign-in and passwords (%s, %s)', async (language, scheme) => {
  const manager = await newManager();
  const { person, errors } = await arriveWithLook(browser, cluster.url, language, scheme, [/auth\/login/, /password/]);
  const { page } = person;
  const look = (name: string, ready: Locator) => lookAt(person, `auth-${name}`, language, scheme, ready);
  // As if there were no manager yet.
  await page.route('**/api/cm/auth/check-signup', (route) => route.fulfill({ json: { message: 'ok' } }));
  await page.goto('/admin/auth/sign-up');
  await look('signup', person.field('field.fullname'));
  await person.button('admin.signup.submit').click();
  await look('signup-refused', page.getByText(person.text('error.required')));

  await page.goto('/admin/auth/login');
  await look('login', person.field('field.email'));
  await person.field('field.email').fill(manager.email);
  await person.field('field.password').fill('something else');
  await person.button('admin.login.submit').click();
  await look('login-refused', page.getByRole('alert'));

  await signManagerInto(person, cluster.url, manager.email);
  await page.goto('/admin/managers');
  await person.page.getByRole('button', { name: person.text('admin.menu.account') }).click();
  await page.getByRole('menuitem', { name: person.text('admin.menu.update') }).click();
  await look('password', page.getByRole('dialog'));
  await person.field('field.currentPassword').fill('not this one');
  await person.field('field.newPassword').fill('Another-pass-1');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: person.text('action.save'), exact: true })
    .click();
  await look('password-refused', page.getByRole('dialog').getByRole('alert'));
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: person.text('managers.password.title').replace('{name}', 'First Manager') })
    .click();
  await look('password-of', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await first.api.must('POST', '/api/cm/manager/delete-manager', { managerId: manager._id });
  expect(errors).toEqual([]);
  await person.leave();
});

test.each(LOOKS)('the sign-in again over a page (%s, %s)', async (language, scheme) => {
  const manager = await newManager();
  const { person } = await arriveWithLook(browser, cluster.url, language, scheme, [/401/]);
  await signManagerInto(person, cluster.url, manager.email);
  await typeSomething(person);
  await first.api.must('PUT', '/api/cm/manager/update-password', { userId: manager._id, password: `${PASSWORD}-new` });
  await lookAt(person, 'auth-again', language, scheme, again(person));
  await person.leave();
});
