// The managers' list of learners: searching, filtering, sorting, selecting and changing, as journeys and in every look.
// Screenshots go to out/screenshots/manager.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { assign, day, freshEmail, PASSWORD, signIn } from '../harness/api.ts';
import { LiveConnection } from '../harness/live.ts';
import { lookAt, LOOKS } from '../harness/browser/manager-looks.ts';
import { tickBox } from '../harness/browser/screens.ts';
import { until } from '../harness/until.ts';
import { choose, countRows, fromMenu, rowOf, search, told, UsersAcademy } from '../harness/academies/users-academy.ts';

let academy: UsersAcademy;

beforeAll(async () => {
  academy = await UsersAcademy.open();
});

afterAll(async () => {
  await academy?.close();
});

test('learners are searched by Arabic letter forms, filtered and sorted, all kept in the address', async () => {
  const [ahmad, iman, omar] = await academy.learners('قائمة', 'أحمد', 'إيمان', 'عمر');
  await academy.manager.api.must('PUT', '/api/cm/user/update-activation', { clientId: omar!._id, active: false });
  await assign(academy.manager.api, academy.courses[0]._id, iman!._id, -5, 3);
  const { person, errors } = await academy.arrive();
  const { page } = person;
  await page.goto('/admin/users/list');
  await search(person, 'احمد قائمه');
  await countRows(person, 1);
  await rowOf(person, ahmad!.fullname).waitFor();

  await search(person, 'قائمة');
  await countRows(person, 3);
  await person.button('users.filter.inactive').click();
  await countRows(person, 1);
  await rowOf(person, omar!.fullname).getByText(person.text('users.inactive')).waitFor();
  await person.button('users.filter.inactive').click();
  await page.getByRole('button', { name: /ينتهي خلال/ }).click();
  await countRows(person, 1);
  await rowOf(person, iman!.fullname).waitFor();
  await person.button('users.filter.clear').click();
  await countRows(person, 3);

  await page.getByRole('columnheader', { name: person.text('field.fullname') }).click();
  await page.waitForURL(/sort=-fullname/);
  await until('the other order', async () =>
    (await page.getByRole('rowheader').first().innerText()).includes(omar!.fullname),
  );
  await page.reload();
  await countRows(person, 3);
  expect(await page.getByRole('searchbox').inputValue()).toBe('قائمة');
  await page.goBack();
  await until('the order before', async () =>
    (await page.getByRole('rowheader').first().innerText()).includes(ahmad!.fullname),
  );
  expect(errors).toEqual([]);
  await person.leave();
});

test('what lies below an open menu is out of reach, and within it again when the menu has closed', async () => {
  const [layla] = await academy.learners('تحت القائمة', 'ليلى');
  const { person } = await academy.arrive();
  const { page } = person;
  await page.goto('/admin/users/list');
  await search(person, 'تحت القائمة');
  await countRows(person, 1);
  const below = page.locator('[inert] main');
  expect(await below.count()).toBe(0);
  await page.getByRole('button', { name: person.text('users.menu').replace('{name}', layla!.fullname) }).click();
  await page.getByRole('menu').waitFor();
  await below.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  await below.waitFor({ state: 'detached' });
  await person.leave();
});

test('a dot beside the name shows who is online, and the filter finds them', async () => {
  const [here] = await academy.learners('حاضر', 'سارة', 'هدى');
  const { person } = await academy.arrive();
  await person.page.goto('/admin/users/list');
  await search(person, 'حاضر');
  await countRows(person, 2);
  const row = rowOf(person, here!.fullname);
  await row.getByTitle(person.text('users.offline')).waitFor();
  const live = await new LiveConnection(academy.url, (await signIn(academy.url, here!.email)).token).connected();
  await row.getByTitle(person.text('users.online'), { exact: true }).waitFor();
  await person.button('users.filter.online').click();
  await countRows(person, 1);
  live.close();
  await row.getByTitle(person.text('users.offline')).waitFor();
  await person.leave();
});

test('a row under the pointer is highlighted, but not while the list scrolls', async () => {
  const [row] = await academy.learners('مؤشر', 'ليلى');
  const { person } = await academy.arrive();
  await person.page.goto('/admin/users/list');
  await search(person, 'مؤشر');
  await countRows(person, 1);
  const found = rowOf(person, row!.fullname);
  const colour = () => found.evaluate((element) => getComputedStyle(element).backgroundColor);
  await person.page.mouse.move(1, 1);
  const plain = await colour();
  await found.hover();
  await until('a highlighted row', async () => (await colour()) !== plain);
  await found.evaluate(
    (element, expected) =>
      new Promise<void>((resolve) => {
        const scroll = () => {
          document.dispatchEvent(new Event('scroll'));
          if (getComputedStyle(element).backgroundColor === expected) resolve();
          else requestAnimationFrame(scroll);
        };
        scroll();
      }),
    plain,
  );
  await until('a highlighted row again', async () => (await colour()) !== plain);
  await person.leave();
});

test('the choice of columns is remembered', async () => {
  const [learner] = await academy.learners('أعمدة', 'مريم');
  const { person } = await academy.arrive();
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

test('selected learners are assigned courses, extended, deactivated, activated and removed together', async () => {
  const many = await academy.learners('جماعة', 'ليلى', 'نورة', 'خالد');
  const { person, errors } = await academy.arrive();
  const { page } = person;
  await page.goto('/admin/users/list');
  await search(person, 'جماعة');
  await countRows(person, 3);
  await choose(rowOf(person, many[0]!.fullname));
  await choose(rowOf(person, many[1]!.fullname));

  await person.button('users.assign').click();
  const dialog = page.getByRole('dialog');
  await tickBox(dialog.getByRole('checkbox', { name: academy.courses[0].title }));
  await tickBox(dialog.getByRole('checkbox', { name: academy.courses[1].title }));
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
  await dialog.getByRole('combobox').fill(academy.courses[0].title);
  await page.getByRole('option', { name: academy.courses[0].title }).click();
  await dialog.getByLabel(person.text('assign.extend.days')).fill('20');
  await person.button('assign.extend.preview').click();
  const preview = dialog.getByRole('table', { name: person.text('assign.preview.table') });
  for (const { fullname } of many.slice(0, 2)) await preview.getByRole('row', { name: fullname }).waitFor();
  await dialog.getByRole('button', { name: /تغيير تاريخين/ }).click();
  await dialog.waitFor({ state: 'detached' });
  const { userCourses } = await academy.manager.api.must<{ userCourses: { courseId: string; expiryDate: string }[] }>(
    'POST',
    '/api/cm/user-course/fetch-user-courses',
    { clientId: many[0]!._id },
  );
  const extended = userCourses.find(({ courseId }) => courseId === academy.courses[0]._id);
  expect(Date.parse(extended?.expiryDate ?? '') - Date.now()).toBeGreaterThan(28 * 86_400_000);

  await person.button('users.deactivate').click();
  await rowOf(person, many[0]!.fullname).getByText(person.text('users.inactive')).waitFor();
  await told(person, /عُطّل حسابا متعلّمَين/).waitFor();
  await person.button('users.activate').click();
  await told(person, /فُعّل حسابا متعلّمَين/).waitFor();

  await page
    .getByRole('group', { name: /حُدّد/ })
    .getByRole('button', { name: person.text('action.remove') })
    .click();
  await person.button('confirm.yes').click();
  await countRows(person, 1);
  await person.button('users.removed.undo').click();
  await countRows(person, 3);
  expect(errors).toEqual([]);
  await person.leave();
});

test('all learners found are selected across pages, and changed after their number is confirmed', async () => {
  const rows = Array.from({ length: 120 }, (_, row) => `${freshEmail('all')},"الكل ${row}"`);
  const file = new Blob([`email,fullname\n${rows.join('\n')}`], { type: 'text/csv' });
  await academy.manager.api.must('POST', '/api/cm/user/import', file);
  const { person, errors } = await academy.arrive();
  const { page } = person;
  await page.goto('/admin/users/list?size=25');
  await search(person, 'الكل');
  await choose(rowOf(person, 'الكل 12'));
  await page.getByRole('button', { name: /تحديد كل النتائج: 120/ }).click();
  await page.getByRole('group', { name: /حُدّد 120/ }).waitFor();
  await person.button('users.deactivate').click();
  await page.getByRole('alertdialog', { name: /تعطيل حسابات 120 متعلّمًا/ }).waitFor();
  await person.button('confirm.yes').click();
  await told(person, /عُطّلت حسابات 120/).waitFor();
  await person.button('users.filter.active').click();
  await countRows(person, 0);
  expect(errors).toEqual([]);
  await person.leave();
});

test('the list can be used by keyboard alone', async () => {
  const [first, second] = await academy.learners('مفاتيح', 'أروى', 'بسمة');
  const { person, errors } = await academy.arrive();
  const { page } = person;
  await page.goto('/admin/users/list');
  await search(person, 'مفاتيح');
  await countRows(person, 2);
  const focused = (what: Locator) =>
    until('the focus', () => what.evaluate((element) => element === document.activeElement));
  await page
    .getByRole('columnheader', { name: person.text('field.fullname') })
    .getByRole('button')
    .focus();
  await page.keyboard.press('ArrowDown');
  await focused(rowOf(person, first!.fullname).getByRole('link'));
  await page.keyboard.press('ArrowDown');
  // Towards the beginning of the line: to the right in Arabic.
  await page.keyboard.press('ArrowRight');
  await focused(rowOf(person, second!.fullname).getByRole('checkbox'));
  await page.keyboard.press('Space');
  await page.getByRole('group', { name: /حُدّد واحد/ }).waitFor();
  await page.keyboard.press('End');
  await focused(rowOf(person, second!.fullname).getByRole('button'));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem').first().waitFor();
  await page.keyboard.press('Escape');
  await focused(rowOf(person, second!.fullname).getByRole('button'));
  // One Tab leaves the table, and Shift+Tab returns to the same cell.
  await page.keyboard.press('Tab');
  await until('a place behind the table', () =>
    page.getByRole('grid').evaluate((grid) => !grid.contains(document.activeElement)),
  );
  await page.keyboard.press('Shift+Tab');
  await focused(rowOf(person, second!.fullname).getByRole('button'));
  expect(errors).toEqual([]);
  await person.leave();
});

test('a learner is created and edited, and a taken address shows an error without losing input', async () => {
  const [known] = await academy.learners('موجود', 'منى');
  const { person } = await academy.arrive('ar', 'light', [/create-user/]);
  const { page } = person;
  await page.goto('/admin/users/list');
  await person.button('users.create').click();
  await person.field('field.fullname').fill('ريم جديدة');
  await person.field('field.email').fill(known!.email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('action.save').click();
  await page.getByText(person.text('error.email_taken')).waitFor();

  // What was typed survives closing the dialog and reloading the page.
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
  await countRows(person, 1);

  await fromMenu(person, 'users.menu', 'ريم جديدة', 'users.edit');
  await person.field('field.fullname').fill('ريم العتيبي');
  await person.button('action.save').click();
  await rowOf(person, 'ريم العتيبي').waitFor();
  await person.leave();
});

test('a new password and a sign-out end the learner’s session', async () => {
  const [learner] = await academy.learners('كلمة', 'فهد');
  const { person } = await academy.arrive();
  const { page } = person;
  await page.goto('/admin/users/list');
  await search(person, 'كلمة');
  const before = await signIn(academy.url, learner!.email);
  await fromMenu(person, 'users.menu', learner!.fullname, 'users.password');
  await person.field('field.newPassword').fill('Another-pass-1');
  await person.field('field.confirmPassword').fill('Another-pass-2');
  await person.button('action.save').click();
  await page.getByText(person.text('error.passwords_differ')).waitFor();
  await person.field('field.confirmPassword').fill('Another-pass-1');
  await person.button('action.save').click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect((await before.post('/api/user/fetch-info')).status).toBe(401);
  const after = await signIn(academy.url, learner!.email, 'Another-pass-1');
  await fromMenu(person, 'users.menu', learner!.fullname, 'sessions.signOut');
  await told(person, /سُجّل خروج/).waitFor();
  expect((await after.post('/api/user/fetch-info')).status).toBe(401);
  await person.leave();
});

test.each(LOOKS)('the list in every look (%s, %s)', async (language, scheme) => {
  const { person, errors } = await academy.arrive(language, scheme, [/create-user/]);
  const { page } = person;
  const mark = `${language}${scheme}`;
  const [learner] = await academy.learners(mark, 'عبدالله', 'Maryam');
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
  expect(errors).toEqual([]);
  await person.leave();
});
