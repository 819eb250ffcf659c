// Learners as CSV files: checking, importing in pieces and exporting, as journeys and in every look. Screenshots go to
// out/screenshots/manager.
import { readFile } from 'node:fs/promises';

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshEmail } from '../harness/api.ts';
import { lookAt, LOOKS } from '../harness/browser/manager-looks.ts';
import { choose, rowOf, search, UsersAcademy } from '../harness/academies/users-academy.ts';

let academy: UsersAcademy;

beforeAll(async () => {
  academy = await UsersAcademy.open();
});

afterAll(async () => {
  await academy?.close();
});

test('a file is checked and imported, changes nothing the second time, and an export matches it', async () => {
  const known = freshEmail('import');
  const rows = [
    'email;fullname;course;startDate;expiryDate',
    `${known};منيرة ملف;${academy.courses[0].title};2026-01-01;2036-12-31`,
    `${freshEmail('import')};"=SUM(1) ملف";;;`,
    'no-address;شخص ملف;;;',
    `${freshEmail('import')};سلطان ملف;دورة لا توجد;2026-01-01;2036-12-31`,
  ];
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(`\uFEFF${rows.join('\r\n')}\r\n`) };
  const { person, errors } = await academy.arrive();
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
  expect(text).toContain(academy.courses[0].title);
  expect(text).toContain("'=SUM(1)");
  expect(errors).toEqual([]);
  await person.leave();
});

test('a stopped import continues where it was stopped; nothing is imported twice', async () => {
  const mark = 'كثير';
  const rows = Array.from({ length: 130 }, (_, row) => `${freshEmail('many')},"${mark} ${row}"`);
  const file = { name: 'many.csv', mimeType: 'text/csv', buffer: Buffer.from(`email,fullname\n${rows.join('\n')}\n`) };
  const { person, errors } = await academy.arrive('ar', 'light', [/user\/import/]);
  const { page } = person;
  await page.goto('/admin/users/import');
  await page.locator('input[type=file]').setInputFiles(file);
  await person.heading('users.import.plan').waitFor();
  // The second piece is held until the import is stopped.
  let pieces = 0;
  await page.route('**/api/cm/user/import', async (route) => {
    if (++pieces === 2) await person.button('users.work.stop').click();
    else await route.continue();
  });
  await person.button('users.import.run').click();
  await page.getByText(person.text('users.import.stopped')).waitFor();
  await person.button('users.import.continue').click();
  await person.heading('users.import.done').waitFor();
  await page.getByText(person.text('users.import.stopped')).waitFor({ state: 'detached' });
  const { total } = await academy.manager.api.must<{ total: number }>('PUT', '/api/cm/user/fetch-users', {
    search: mark,
    limit: 1,
  });
  expect(total).toBe(rows.length);
  expect(errors).toEqual([]);
  await person.leave();
});

test.each(LOOKS)('the import in every look (%s, %s)', async (language, scheme) => {
  const { person, errors } = await academy.arrive(language, scheme);
  const { page } = person;
  const see = (name: string, ready?: Locator) => lookAt(person, `users-${name}`, language, scheme, ready);

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
