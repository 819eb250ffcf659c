// Learners as CSV files through the running academy: exported, and imported again.
import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  day,
  firstManager,
  freshEmail,
  newCourse,
  newLearner,
  PASSWORD,
  type Api,
  type Course,
  type Learner,
} from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { BOM, counts, LearnerFiles } from '../../harness/learner-files.ts';
import { until } from '../../harness/until.ts';

const MANY = 20_000;

let cluster: Cluster;
let manager: Api;
let files: LearnerFiles;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  files = new LearnerFiles(manager);
});

afterAll(async () => {
  await cluster?.stop();
});

test('an export is a file that spreadsheets can read and contains no formulas', async () => {
  const email = freshEmail('formula');
  const name = '=HYPERLINK("http://evil.test","x")';
  await manager.must('POST', '/api/cm/user/create-user', {
    email,
    password: PASSWORD,
    fullname: name,
    phonenumber: '+966512345678',
    address: "'-1",
  });
  const { text, headers } = await files.download('/api/cm/user/export', { search: email });
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="learners-\d{4}-\d\d-\d\d\.csv"$/);
  const [head, row, end] = text.split('\r\n');
  expect(head).toBe(`${BOM}email,fullname,phonenumber,address,active,activated,lastLogin,createdAt`);
  expect(row).toContain(`${email},"'=HYPERLINK(""http://evil.test"",""x"")",'+966512345678,''-1,true,true,,`);
  expect(end).toBe('');
  expect(counts(await files.read(text))).toEqual({ rows: 1, created: 0, updated: 0, unchanged: 1, refused: 0 });
  expect(await files.only(email)).toMatchObject({ fullname: name, phonenumber: '+966512345678', address: "'-1" });
});

test('an export has the course’s learners with dates, state and progress, in either language', async () => {
  const course = await newCourse(manager, `Export ${freshEmail()}`);
  const [one, two] = [await newLearner(manager, 'Amal'), await newLearner(manager, 'Basma')];
  const dates = { startDate: day(-3), expiryDate: day(3) };
  await manager.must('PUT', '/api/cm/user-course/assign-user-course', {
    courseId: course._id,
    userIds: [two._id, one._id],
    ...dates,
  });
  const { text } = await files.download('/api/cm/user-course/export', { courseId: course._id });
  const line = (learner: Learner) =>
    `${learner.email},${learner.fullname},'+966500000000,${course.title},${dates.startDate},${dates.expiryDate},active,0`;
  expect(text.split('\r\n').slice(1)).toEqual([line(one), line(two), '']);
  const arabic = await files.download('/api/cm/user-course/export', {
    courseId: course._id,
    lang: 'ar',
    search: 'Basma',
  });
  expect(arabic.text.split('\r\n')[0]).toContain('البريد الإلكتروني,الاسم الكامل');
  expect(arabic.text.split('\r\n').slice(1)).toEqual([line(two), '']);
  expect((await files.read(arabic.text)).assignments).toEqual({
    assigned: 0,
    datesChanged: 0,
    unchanged: 1,
    refused: 0,
  });
  const unknown = await manager.post('/api/cm/user-course/export', { courseId: 'none' });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'course_not_found']);
});

test('20,000 rows are imported, exported and imported again unchanged; after a disconnect an import can be repeated', async () => {
  const course: Course = await newCourse(manager, 'Everybody');
  const mark = freshEmail('bulk').split('@')[0] ?? '';
  const rows = Array.from(
    { length: MANY },
    (_, i) =>
      `${mark}-${i}@bulk.test,متعلم رقم ${i},+9665${String(i).padStart(8, '0')},"شارع ${i}, الرياض",${course.title},${day(-1)},${day(30)}`,
  );
  const file = `${BOM}email,fullname,phonenumber,address,course,startDate,expiryDate\r\n${rows.join('\r\n')}\r\n`;
  const before = await files.total();

  // Half of the file, then nothing.
  const bytes = Buffer.from(file);
  const socket = connect(cluster.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(files.head(bytes.length));
  socket.write(bytes.subarray(0, bytes.length / 2));
  await until('the first rows', async () => (await files.total()) > before);
  socket.destroy();
  const begun = performance.now();
  const report = await files.read(file);
  console.info(`import of ${MANY} rows: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  expect(report).toMatchObject({ complete: true, rows: MANY, refused: 0, moreIssues: 0, issues: [] });
  expect(report.created + report.unchanged).toBe(MANY);
  expect(await files.total()).toBe(before + MANY);

  const asked = performance.now();
  const { text } = await files.download('/api/cm/user/export', { search: mark, courses: true });
  console.info(`export of ${MANY} rows: ${((performance.now() - asked) / 1000).toFixed(1)} s`);
  expect(text.split('\r\n')).toHaveLength(MANY + 2);
  const again = await files.read(text);
  expect(counts(again)).toEqual({ rows: MANY, created: 0, updated: 0, unchanged: MANY, refused: 0 });
  expect(again.assignments).toEqual({ assigned: 0, datesChanged: 0, unchanged: MANY, refused: 0 });
  const learners = await files.download('/api/cm/user-course/export', { courseId: course._id });
  expect(learners.text.split('\r\n')).toHaveLength(MANY + 2);
}, 300_000);
