// The bin of deleted courses and users: undone from the toast, restored and deleted for good on its screen, in every
// look. Screenshots go to out/screenshots/manager.
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager, newCourse, newLearner, type Api, type Course, type Learner } from '../harness/api.ts';
import { launchBrowser, type Language } from '../harness/browser/browser.ts';
import { arriveWithLook, lookAt, LOOKS, signManagerInto, type Scheme } from '../harness/browser/manager-looks.ts';
import { Cluster } from '../harness/cluster.ts';
import { until } from '../harness/until.ts';

let cluster: Cluster;
let browser: Browser;
let manager: { api: Api; email: string };

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  browser = await launchBrowser();
  manager = await firstManager(cluster.url);
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
});

async function arrive(language: Language, scheme: Scheme = 'light', expected: RegExp[] = []) {
  const arrived = await arriveWithLook(browser, cluster.url, language, scheme, expected);
  await signManagerInto(arrived.person, cluster.url, manager.email);
  return arrived;
}

const deleted = async () =>
  (
    await manager.api.must<{ result: { _id: string }[] }>('POST', '/api/cm/bin/fetch-items', { limit: 1000 })
  ).result.map(({ _id }) => _id);
const deleteCourse = ({ _id }: Course) => manager.api.must('DELETE', '/api/cm/course/delete-course', { courseId: _id });
const deleteLearner = ({ _id }: Learner) => manager.api.must('PUT', '/api/cm/user/remove-user', { clientId: _id });

test('a deleted course is back after undo', async () => {
  const course = await newCourse(manager.api, 'الملاحة', ['البوصلة']);
  // The deleted course's page asks for its figures once more before it is left.
  const { person, errors } = await arrive('ar', 'light', [/404.*user-course\/fetch-/]);
  const { page } = person;
  await page.goto(`/admin/courses/course/${course._id}`);
  await person.button('action.remove').first().click();
  const question = page.getByRole('alertdialog');
  await question.getByText(/يمكن استعادة كل ذلك من سلة المحذوفات خلال 30 يومًا/).waitFor();
  await person.button('courses.delete.confirm').click();
  await page.waitForURL('**/admin/courses/list');
  expect(await deleted()).toContain(course._id);
  await person.button('users.removed.undo').click();
  await page.getByRole('article', { name: course.title }).waitFor();
  await until('the course to be back', async () => !(await deleted()).includes(course._id));
  expect(errors).toEqual([]);
  await person.leave();
});

test('on its screen things are restored, and deleted for good after a question', async () => {
  const course = await newCourse(manager.api, 'الفلك');
  const learner = await newLearner(manager.api, 'هند العتيبي');
  await deleteCourse(course);
  await deleteLearner(learner);
  const { person, errors } = await arrive('ar');
  const { page } = person;
  await page.goto('/admin/users/list');
  await person.link('bin.title').first().click();
  await page.waitForURL('**/admin/bin');
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await row(course.title)
    .getByText(/بقي 30 يومًا/)
    .waitFor();
  await row(learner.fullname).getByText('First Manager').waitFor();
  await page.getByRole('button', { name: `استعادة: ${learner.fullname}` }).click();
  await row(learner.fullname).waitFor({ state: 'detached' });
  await until('the learner to be back', async () => {
    const fetched = await manager.api.post('/api/cm/user/fetch-user', { clientId: learner._id });
    return fetched.status === 200;
  });

  const purge = page.getByRole('button', { name: `حذف نهائي: ${course.title}` });
  await purge.click();
  await person.button('confirm.no').click();
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  expect(await deleted()).toContain(course._id);
  await purge.click();
  await person.button('confirm.yes').click();
  await row(course.title).waitFor({ state: 'detached' });
  await until('the end', async () => !(await deleted()).includes(course._id));
  expect(errors).toEqual([]);
  await person.leave();
});

test.each(LOOKS)('the bin in %s, %s', async (language, scheme) => {
  await deleteCourse(await newCourse(manager.api, 'أساسيات التصوير'));
  await deleteLearner(await newLearner(manager.api, 'Mona Adel'));
  const { person, errors } = await arrive(language, scheme);
  await person.page.goto('/admin/bin');
  await lookAt(person, 'bin', language, scheme, person.page.getByRole('listitem').filter({ hasText: 'Mona Adel' }));
  expect(errors).toEqual([]);
  await person.leave();
});
