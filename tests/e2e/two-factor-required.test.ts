// An academy that requires a second factor of its managers: they set one up before anything else. And what an owner
// does for a manager who has lost it.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager, PASSWORD, signInManager, type Api } from '../harness/api.ts';
import { byName, PasskeyDevice } from '../harness/browser/browser-passkeys.ts';
import { launchBrowser, type Person } from '../harness/browser/browser.ts';
import { newManager } from '../harness/authorization/prepared.ts';
import { Cluster } from '../harness/cluster.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { arriveWithLook, lookAt } from '../harness/browser/manager-looks.ts';
import { totpCode } from '../harness/sign-in/totp.mjs';

let cluster: Cluster;
let owner: Api;
let ownerEmail: string;
let browser: Browser;

/** Sets an authenticator app up without a page; its secret. */
async function setUpApp(session: Api): Promise<string> {
  const { result } = await session.must<{ result: { secret: string } }>('POST', '/api/cm/auth/totp/begin');
  await session.must('PUT', '/api/cm/auth/totp/confirm', { code: totpCode(result.secret) });
  return result.secret;
}

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', '--require-two-factor'] });
  const first = await firstManager(cluster.url);
  owner = first.api;
  ownerEmail = first.email;
  await setUpApp(owner);
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

async function logIn(person: Person, email: string): Promise<void> {
  await person.page.goto('/admin/auth/login');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('admin.login.submit').click();
}

const codes = (person: Person) =>
  person.page.getByRole('region', { name: person.text('recoveryCodes.title') }).getByRole('listitem');

test('a manager is sent to the set-up from everywhere, and works once an authenticator app is on', async () => {
  const { email } = await newManager(owner);
  const { person, errors } = await arriveWithLook(browser, cluster.url, 'ar', 'light', [/status of 403/]);
  const { page } = person;
  await logIn(person, email);
  for (const address of ['/admin/users/list', '/admin/courses', '/admin/account', '/admin/managers']) {
    await page.waitForURL(/\/admin\/two-factor(\?|$)/);
    await person.heading('forcedSetup.title').waitFor();
    await page.goto(address);
  }
  await page.waitForURL(/\/admin\/two-factor(\?|$)/);
  const session = await signInManager(cluster.url, email);
  expect((await session.call('PUT', '/api/cm/user/fetch-users', { limit: 5 })).body).toMatchObject({
    code: 'second_factor_setup_required',
  });
  // At an IP address the app is the only way.
  expect(await person.button('passkeys.add').count()).toBe(0);

  await person.button('twoFactor.setUp').click();
  await page.getByRole('img', { name: person.text('totp.qr') }).waitFor();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await person.field('twoFactor.code').fill(totpCode(secret));
  await person.button('totp.confirm').click();
  await codes(person).first().waitFor();
  await person.button('recoveryCodes.done').click();
  // The screen that was asked for last.
  await page.waitForURL('**/admin/managers');
  await page.getByText(email).waitFor();
  expect(errors).toEqual([]);
  await person.leave();
});

test.each([
  ['ar', 'light'],
  ['en', 'dark'],
] as const)('or once there is a passkey (%s)', async (lang, scheme) => {
  const { email } = await newManager(owner);
  const { person, errors } = await arriveWithLook(browser, byName(cluster), lang, scheme, [/status of 403/]);
  await PasskeyDevice.in(person);
  await logIn(person, email);
  await person.page.waitForURL(/\/admin\/two-factor(\?|$)/);
  await lookAt(person, 'forced-setup', lang, scheme, person.button('passkeys.add'));
  await person.button('passkeys.add').click();
  await lookAt(person, 'forced-setup-passkey', lang, scheme, person.button('passkeyForm.submit'));
  await person.button('passkeyForm.submit').click();
  await codes(person).first().waitFor();
  await lookAt(person, 'forced-setup-codes', lang, scheme);
  await person.button('recoveryCodes.done').click();
  await person.page.waitForURL(/admin\/users/);

  // The only factor stays.
  await person.page.goto('/admin/account');
  await person.page
    .getByRole('list', { name: person.text('passkeys.list') })
    .getByRole('button')
    .click();
  await person.button('confirm.yes').click();
  await person.page.getByRole('alert').getByText(person.text('error.second_factor_mandatory')).waitFor();
  expect(errors.filter((error) => !error.includes('passkey/remove'))).toEqual([]);
  await person.leave();
});

test('an owner resets the factors of a manager who has lost them, who then sets new ones up', async () => {
  const { email, fullname } = await newManager(owner, 'سلمى المفقودة');
  const { person: lost, errors: lostErrors } = await arriveWithLook(browser, byName(cluster), 'ar', 'light', [
    /status of 40[13]/,
  ]);
  await PasskeyDevice.in(lost);
  await logIn(lost, email);
  await lost.button('passkeys.add').click();
  await lost.button('passkeyForm.submit').click();
  await codes(lost).first().waitFor();
  await lost.button('recoveryCodes.done').click();
  await lost.page.waitForURL(/admin\/users/);

  const { person, errors } = await arriveWithLook(browser, cluster.url, 'en', 'light');
  await signManagerInto(person.context, owner);
  await person.page.goto('/admin/managers');
  await person.page.getByText(ownerEmail).waitFor();
  await person.page
    .getByRole('button', { name: person.text('managers.reset.of').replace('{name}', fullname), exact: true })
    .click();
  await person.page.getByRole('alertdialog').getByText(person.text('managers.reset.text')).waitFor();
  await person.button('confirm.yes').click();
  await person.page.getByText(person.text('managers.reset.done')).first().waitFor();
  expect(errors).toEqual([]);
  await person.leave();

  // The passkey is still on the device, and opens nothing; the password leads to the set-up.
  await lost.page.goto('/admin/auth/login');
  await lost.button('admin.login.passkey').click();
  await lost.page.getByRole('alert').getByText(lost.text('error.wrong_passkey')).waitFor();
  await logIn(lost, email);
  await lost.page.waitForURL(/\/admin\/two-factor(\?|$)/);
  expect(lostErrors).toEqual([]);
  await lost.leave();
});
