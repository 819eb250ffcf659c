// A manager's passkey in Chromium with a virtual device: added, used instead of a password and beside it, and removed.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { Api, firstManager, PASSWORD, signInManager } from '../harness/api.ts';
import { byName, PasskeyDevice } from '../harness/browser/browser-passkeys.ts';
import { launchBrowser, type Language, type Person } from '../harness/browser/browser.ts';
import { newManager } from '../harness/authorization/prepared.ts';
import { Cluster } from '../harness/cluster.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { arriveWithLook, lookAt, type Scheme } from '../harness/browser/manager-looks.ts';
import { ageSessions } from '../harness/sql.ts';

let data: string;
let cluster: Cluster;
let owner: Api;
let browser: Browser;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'academy-'));
  cluster = await Cluster.start({ data, flags: ['--bot-check', 'off'] });
  owner = (await firstManager(cluster.url)).api;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
  await rm(data, { recursive: true, force: true });
});

/** A new manager's browser with a device, on the account's page. */
async function arrive(language: Language, scheme: Scheme, expected: RegExp[] = []) {
  const { email, _id } = await newManager(owner);
  const { person, errors } = await arriveWithLook(browser, byName(cluster), language, scheme, expected);
  const device = await PasskeyDevice.in(person);
  await signManagerInto(person.context, await signInManager(cluster.url, email));
  await person.page.goto('/admin/account');
  return { person, errors, device, email, _id };
}

/** Adds the first passkey. The recovery codes are on the page. */
async function add(person: Person, name: string): Promise<void> {
  await person.button('passkeys.add').click();
  await person.page.getByLabel(person.text('passkeyForm.name')).fill(name);
  await person.button('passkeyForm.submit').click();
  const codes = person.page.getByRole('region', { name: person.text('recoveryCodes.title') }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
}

async function signOut(person: Person): Promise<void> {
  await person.page.goto('/admin/logout');
  await person.page.waitForURL(/admin\/auth\/login/);
}

async function givePassword(person: Person, email: string): Promise<void> {
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('admin.login.submit').click();
}

const signedIn = (person: Person) => person.page.waitForURL(/admin\/users/);

test.each([
  ['ar', 'light'],
  ['en', 'dark'],
] as const)('a passkey signs in alone, and after the password (%s)', async (lang, theme) => {
  const { person, errors, device, email } = await arrive(lang, theme, [/auth\/login/]);
  await person.button('passkeys.add').scrollIntoViewIfNeeded();
  await lookAt(person, 'passkeys-none', lang, theme);
  await add(person, 'حاسوب المكتب');
  expect(await device.count()).toBe(1);
  await lookAt(person, 'passkey-codes', lang, theme);
  await person.button('recoveryCodes.done').click();
  await person.page
    .getByRole('list', { name: person.text('passkeys.list') })
    .getByText('حاسوب المكتب')
    .waitFor();
  await person.page.getByText(person.text('twoFactor.on'), { exact: true }).waitFor();
  await lookAt(person, 'passkeys', lang, theme);

  await signOut(person);
  await lookAt(person, 'passkey-sign-in', lang, theme, person.button('admin.login.passkey'));
  await person.button('admin.login.passkey').click();
  await signedIn(person);

  await signOut(person);
  await givePassword(person, email);
  await person.field('twoFactor.code').waitFor();
  await lookAt(person, 'passkey-second-step', lang, theme);
  await person.button('twoFactor.usePasskey').click();
  await signedIn(person);
  await person.page.goto('/admin/account');
  await person.page.getByText(person.text('passkeys.used').split('{')[0] ?? '').waitFor();
  expect(errors).toEqual([]);
  await person.leave();
});

test('a finger that the device does not know signs nobody in, and raises no alarm', async () => {
  const { person, errors, device } = await arrive('en', 'light');
  await add(person, 'Office');
  await signOut(person);
  await device.knows(false);
  await person.button('admin.login.passkey').click();
  await person.page.getByRole('status').getByText(person.text('error.passkey_cancelled')).waitFor();
  await lookAt(person, 'passkey-refused', 'en', 'light');
  expect(await person.page.getByRole('alert').count()).toBe(0);
  expect(await person.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await device.knows(true);
  await person.button('admin.login.passkey').click();
  await signedIn(person);
  expect(errors).toEqual([]);
  await person.leave();
});

test('one device has one passkey of an account', async () => {
  const { person, errors, device } = await arrive('ar', 'light');
  await add(person, 'الأول');
  await person.button('recoveryCodes.done').click();
  await person.button('passkeys.add').click();
  await person.button('passkeyForm.submit').click();
  await person.page.getByRole('alert').getByText(person.text('error.passkey_on_device')).waitFor();
  await lookAt(person, 'passkey-form', 'ar', 'light');
  expect(await device.count()).toBe(1);
  expect(errors).toEqual([]);
  await person.leave();
});

test('the question for the password takes a passkey, and without it the password is enough again', async () => {
  const { person, errors, email, _id } = await arrive('ar', 'light', [
    /passkey\/remove/,
    // While the academy is away.
    /ERR_CONNECTION_REFUSED|socket\.io|WebSocket/,
  ]);
  const { page } = person;
  await add(person, 'Office');
  await person.button('recoveryCodes.done').click();
  const { port } = cluster;
  await cluster.stop({ keepData: true });
  await ageSessions(data, [_id]);
  cluster = await Cluster.start({ data, flags: ['--bot-check', 'off', '--port', String(port)] });
  owner = new Api(cluster.url, owner.token);

  await page.goto('/admin/account');
  await page.getByRole('button', { name: person.text('action.remove.named').replace('{name}', 'Office') }).click();
  await page.getByRole('alertdialog').getByText(person.text('twoFactor.turnOff.text')).waitFor();
  await person.button('confirm.yes').click();
  const question = page.getByRole('alertdialog', { name: person.text('passwordAgain.title') });
  await question.getByRole('button', { name: person.text('twoFactor.usePasskey') }).waitFor();
  await lookAt(person, 'passkey-again', 'ar', 'light');
  await question.getByRole('button', { name: person.text('twoFactor.usePasskey') }).click();
  await question.waitFor({ state: 'detached' });
  await page.getByText(person.text('twoFactor.off'), { exact: true }).waitFor();
  await page.getByRole('list', { name: person.text('passkeys.list') }).waitFor({ state: 'detached' });

  await signOut(person);
  await givePassword(person, email);
  await signedIn(person);
  expect(errors).toEqual([]);
  await person.leave();
});

test('at an IP address the account’s page tells where passkeys work, and the sign-in offers none', async () => {
  const { person, errors } = await arriveWithLook(browser, cluster.url, 'ar', 'light');
  await signManagerInto(person.context, owner);
  await person.page.goto('/admin/account');
  await person.page.getByRole('link', { name: byName(cluster) }).scrollIntoViewIfNeeded();
  await lookAt(person, 'passkeys-elsewhere', 'ar', 'light');
  expect(await person.button('passkeys.add').count()).toBe(0);
  await signOut(person);
  await person.button('admin.login.submit').waitFor();
  expect(await person.button('admin.login.passkey').count()).toBe(0);
  expect(errors).toEqual([]);
  await person.leave();
});
