// A manager turns two-step verification on and signs in with it, in a browser.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { PASSWORD, signInManager } from '../harness/api.ts';
import { launchBrowser, type Person } from '../harness/browser/browser.ts';
import { newManager } from '../harness/authorization/prepared.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { arriveWithLook, lookAt } from '../harness/browser/manager-looks.ts';
import { totpCode } from '../harness/sign-in/totp.mjs';
import { openWorld, type OpenWorld } from '../harness/authorization/world.ts';

let academy: OpenWorld;
let browser: Browser;

beforeAll(async () => {
  academy = await openWorld();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await academy?.close();
});

/** Sets an authenticator app up on the account's page; its secret and the first recovery code. */
async function setUp(person: Person): Promise<{ secret: string; recoveryCode: string }> {
  const { page } = person;
  await page.goto('/admin/account');
  await person.button('twoFactor.setUp').click();
  await page.getByRole('img', { name: person.text('totp.qr') }).waitFor();
  const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
  await person.field('twoFactor.code').fill(totpCode(secret));
  await person.button('totp.confirm').click();
  const codes = page.getByRole('region', { name: person.text('recoveryCodes.title') }).getByRole('listitem');
  await codes.first().waitFor();
  expect(await codes.count()).toBe(10);
  return { secret, recoveryCode: await codes.first().innerText() };
}

test.each(['ar', 'en'] as const)(
  'a manager sets it up and signs in with the code and with a recovery code (%s)',
  async (lang) => {
    const { email } = await newManager(academy.world.manager);
    const url = academy.cluster.url;
    const theme = lang === 'ar' ? 'light' : 'dark';
    const { person, errors } = await arriveWithLook(browser, url, lang, theme, [/auth\/login/]);
    await signManagerInto(person.context, await signInManager(url, email));
    const { secret, recoveryCode } = await setUp(person);
    await lookAt(person, 'recovery-codes', lang, theme);
    await person.button('recoveryCodes.done').click();

    const signIn = async () => {
      await person.page.goto('/admin/logout');
      await person.page.waitForURL(/admin\/auth\/login/);
      await person.field('field.email').fill(email);
      await person.field('field.password').fill(PASSWORD);
      await person.button('admin.login.submit').click();
      await person.field('twoFactor.code').waitFor();
    };
    await signIn();
    await lookAt(person, 'second-step', lang, theme);
    await person.field('twoFactor.code').fill(totpCode(secret, 1));
    await person.button('admin.login.submit').click();
    await person.page.waitForURL(/admin\/users/);

    await signIn();
    await person.button('secondStep.useRecovery').click();
    await person.field('twoFactor.recoveryCode').fill(recoveryCode);
    await person.button('admin.login.submit').click();
    await person.page.waitForURL(/admin\/users/);
    expect(errors).toEqual([]);
    await person.leave();
  },
);
