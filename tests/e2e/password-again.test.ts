// Who signed in a while ago is asked for the password in place before anything is handed over, and goes on from there.
import { readFile } from 'node:fs/promises';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshEmail, PASSWORD } from '../harness/api.ts';
import { launchBrowser, type Person } from '../harness/browser/browser.ts';
import { signManagerInto } from '../harness/browser/manager-browser.ts';
import { arriveWithLook, lookAt } from '../harness/browser/manager-looks.ts';
import { openOlderAcademy, type OlderAcademy } from '../harness/academies/older-academy.ts';

let academy: OlderAcademy;
let browser: Browser;

beforeAll(async () => {
  academy = await openOlderAcademy();
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await academy?.close();
});

const question = (person: Person) => person.page.getByRole('alertdialog', { name: person.text('passwordAgain.title') });

async function answer(person: Person, password = PASSWORD): Promise<void> {
  await question(person).getByLabel(person.text('field.password'), { exact: true }).fill(password);
  await question(person)
    .getByRole('button', { name: person.text('passwordAgain.submit') })
    .click();
}

const gone = (person: Person) => question(person).waitFor({ state: 'detached' });

test('a manager exports learners: asked, refused a wrong password, and the file comes', async () => {
  const expected = [/user\/export/, /reauthenticate/];
  const { person, errors } = await arriveWithLook(browser, academy.cluster.url, 'ar', 'light', expected);
  const { page } = person;
  await signManagerInto(person.context, academy.older[0]);
  await page.goto('/admin/users/list');
  await person.button('users.csv').click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: person.text('users.csv.export'), exact: true }).click();
  await question(person).waitFor();
  await answer(person, 'Wrong-pass-1');
  await question(person).getByText(person.text('error.wrong_password')).waitFor();
  await lookAt(person, 'password-again', 'ar', 'light');
  await answer(person);
  expect(await readFile(await (await download).path(), 'utf8')).toContain(academy.learner.email);
  await gone(person);
  expect(errors).toEqual([]);
  await person.leave();
});

test('a manager registers another one: the question comes over the form, whose input goes on', async () => {
  const { person, errors } = await arriveWithLook(browser, academy.cluster.url, 'en', 'dark', [/register-manager/]);
  const { page } = person;
  await signManagerInto(person.context, academy.older[1]);
  await page.goto('/admin/managers');
  await person.button('managers.create').click();
  const email = freshEmail('manager');
  await person.field('field.fullname').fill('Rim Saleh');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('managers.form.submit').click();
  await question(person).waitFor();
  await question(person)
    .getByRole('button', { name: person.text('action.cancel') })
    .click();
  await gone(person);
  await page.getByText(person.text('error.reauthentication_required')).waitFor();
  await person.button('managers.form.submit').click();
  await question(person).waitFor();
  await lookAt(person, 'password-again', 'en', 'dark');
  await answer(person);
  await page.getByText(email).first().waitFor();
  expect(errors).toEqual([]);
  await person.leave();
});

test('a learner opens the bank details at once: may leave it, or give the password and see them', async () => {
  const { person, errors } = await arriveWithLook(browser, academy.cluster.url, 'ar', 'light', [/fetch-bank/]);
  const { page } = person;
  await person.context.addInitScript(
    ([token, clientId, fullname]) => {
      localStorage.setItem('clientToken', token);
      localStorage.setItem('clientId', clientId);
      localStorage.setItem('client', JSON.stringify({ clientId, fullname }));
    },
    [academy.olderLearner.token ?? '', academy.learner._id, academy.learner.fullname] as const,
  );
  await page.goto('/client/update/bank');
  await question(person)
    .getByRole('button', { name: person.text('action.cancel') })
    .click();
  await page.waitForURL('**/client/update/info');
  await page
    .getByRole('link', { name: person.text('bank.title') })
    .first()
    .click();
  await question(person).getByText(academy.learner.fullname).waitFor();
  await answer(person);
  await page.waitForURL('**/client/update/bank');
  await person.field('bank.iban').waitFor();
  expect(errors).toEqual([]);
  await person.leave();
});
