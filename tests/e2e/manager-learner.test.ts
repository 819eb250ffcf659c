// One learner's page: courses, progress, bank details, sign-ins, history and removal, as journeys and in every look.
// Screenshots go to out/screenshots/manager.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { assign, day, signIn } from '../harness/api.ts';
import { lookAt, LOOKS } from '../harness/browser/manager-looks.ts';
import { tickBox } from '../harness/browser/screens.ts';
import { until } from '../harness/until.ts';
import { fromMenu, rowOf, search, UsersAcademy } from '../harness/academies/users-academy.ts';

let academy: UsersAcademy;

beforeAll(async () => {
  academy = await UsersAcademy.open();
});

afterAll(async () => {
  await academy?.close();
});

test('a removed learner is gone when the time to undo is over', async () => {
  const [learner] = await academy.learners('راحل', 'سعيد');
  const { person } = await academy.arrive();
  const { page } = person;
  await page.goto(`/admin/users/user/${learner!._id}`);
  const remove = async () => {
    // The list stays until the learner's page is ready, and has the same menu.
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
  const fetched = () => academy.manager.api.post('/api/cm/user/fetch-user', { clientId: learner!._id });
  await until('the removal', async () => (await fetched()).status === 404);
  await page.goto(`/admin/users/user/${learner!._id}`);
  await page.getByRole('heading', { level: 1, name: person.text('users.unknown') }).waitFor();
  await person.leave();
});

test('a learner’s page has courses with dates, progress, bank details, sign-ins and the history', async () => {
  const [learner] = await academy.learners('صفحة', 'بدر');
  const api = await signIn(academy.url, learner!.email);
  await api.must('PUT', '/api/user/update-bank', {
    accountHolder: 'بدر صفحة',
    bankName: 'مصرف الراجحي',
    iban: 'SA03 8000 0000 6080 1016 7519',
  });
  const { person, errors } = await academy.arrive();
  const { page } = person;
  await page.goto(`/admin/users/user/${learner!._id}`);
  for (const { title } of academy.courses) await tickBox(page.getByRole('checkbox', { name: title }));
  await person.pickDate('field.startDate', day(-1));
  await person.pickDate('field.expiryDate', day(30));
  await person.button('assign.submit').click();
  await rowOf(person, academy.courses[0].title).getByText(person.text('assignment.active')).waitFor();
  await rowOf(person, academy.courses[1].title).waitFor();

  await fromMenu(person, 'assign.menu', academy.courses[0].title, 'assign.dates');
  await person.pickDate('field.startDate', day(3), page.getByRole('dialog'));
  await person.button('action.save').click();
  await rowOf(person, academy.courses[0].title).getByText(person.text('assignment.upcoming')).waitFor();
  await fromMenu(person, 'assign.menu', academy.courses[0].title, 'assign.progress.parts');
  await page.getByRole('dialog').getByText('الضوء والظل').waitFor();
  await page.keyboard.press('Escape');

  await fromMenu(person, 'assign.menu', academy.courses[1].title, 'assign.remove');
  await rowOf(person, academy.courses[1].title).waitFor({ state: 'detached' });
  await person.button('assign.removed.undo').click();
  await rowOf(person, academy.courses[1].title).waitFor();

  await page.getByRole('tab', { name: person.text('users.tabs.bank') }).click();
  await page.getByText('SA03 8000 0000 6080 1016 7519').waitFor();
  await page.getByRole('tab', { name: person.text('users.tabs.sessions') }).click();
  await page.getByRole('button', { name: person.text('sessions.signOut') }).click();
  await page.getByText(person.text('sessions.reason.manager')).waitFor();
  await page.getByRole('tab', { name: person.text('users.tabs.history') }).click();
  await page
    .getByRole('list', { name: person.text('audit.history') })
    .getByText(academy.courses[0].title)
    .first()
    .waitFor();
  expect(errors).toEqual([]);
  await person.leave();
});

test.each(LOOKS)('the page of one learner in every look (%s, %s)', async (language, scheme) => {
  const { person, errors } = await academy.arrive(language, scheme);
  const { page } = person;
  const mark = `${language}${scheme}`;
  const [learner] = await academy.learners(mark, 'عبدالله', 'Maryam');
  await assign(academy.manager.api, academy.courses[0]._id, learner!._id, -5, 3);
  await assign(academy.manager.api, academy.courses[1]._id, learner!._id, 3, 30);
  const see = (name: string, ready?: Locator) => lookAt(person, `users-${name}`, language, scheme, ready);

  await page.goto(`/admin/users/user/${learner!._id}`);
  await see('user-courses', rowOf(person, academy.courses[0].title));
  await fromMenu(person, 'assign.menu', academy.courses[0].title, 'assign.progress.parts');
  await see('user-progress', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  await fromMenu(person, 'assign.menu', academy.courses[0].title, 'assign.dates');
  await see('user-dates', page.getByRole('dialog'));
  await page.keyboard.press('Escape');
  for (const tab of ['bank', 'sessions', 'mails', 'history']) {
    await page.goto(`/admin/users/user/${learner!._id}?tab=${tab}`);
    await see(`user-${tab}`, page.getByRole('tabpanel').locator('ul, dl, p').first());
  }
  expect(errors).toEqual([]);
  await person.leave();
});
