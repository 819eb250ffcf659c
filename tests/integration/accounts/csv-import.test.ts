// Learners as CSV files through the running academy: imported.
import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Api, day, firstManager, freshEmail, newCourse, newLearner, PASSWORD, signIn } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { BOM, counts, IMPORT, LearnerFiles, type Report } from '../../harness/learner-files.ts';

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

const issuesOf = (report: Report) => report.issues.map(({ line, field, code }) => `${line} ${field} ${code}`);

test('an import creates accounts, updates what differs, and leaves fields with blank cells', async () => {
  const known = await newLearner(manager, 'Known');
  const fresh = freshEmail();
  const file = `email,fullname,phonenumber,address\n${fresh},نورة السبيعي,+966511111111,جدة\n${known.email},,,Abha\n`;
  const report = await files.read(file);
  expect(counts(report)).toEqual({ rows: 2, created: 1, updated: 1, unchanged: 0, refused: 0 });
  expect(report).toMatchObject({ complete: true, dryRun: false, encoding: 'utf-8', delimiter: ',', issues: [] });
  expect(report.columns).toEqual(['email', 'fullname', 'phonenumber', 'address']);
  expect(await files.only(fresh)).toMatchObject({ fullname: 'نورة السبيعي', active: true, activated: true });
  expect(await files.only(known.email)).toMatchObject({
    fullname: 'Known',
    phonenumber: '+966500000000',
    address: 'Abha',
  });
});

test('a second import of any file changes nothing', async () => {
  const course = await newCourse(manager, `Twice ${freshEmail()}`);
  const email = freshEmail();
  const file = `email;fullname;password;course;startDate;expiryDate\n${email};Twice;${PASSWORD};${course.title};${day(-1)};${day(9)}\n`;
  expect(counts(await files.read(file))).toMatchObject({ created: 1 });
  const session = await signIn(cluster.url, email);
  const again = await files.read(file);
  expect(counts(again)).toEqual({ rows: 1, created: 0, updated: 0, unchanged: 1, refused: 0 });
  expect(again.assignments).toEqual({ assigned: 0, datesChanged: 0, unchanged: 1, refused: 0 });
  expect((await session.post('/api/user/fetch-info')).status).toBe(200);
});

test('a dry run returns the same report and changes nothing', async () => {
  const course = await newCourse(manager, `Dry ${freshEmail()}`);
  const known = await newLearner(manager, 'Dry');
  const fresh = freshEmail();
  const file = [
    'email,fullname,course,startDate,expiryDate',
    `${known.email},Wet,${course._id},${day(-1)},${day(5)}`,
    `${fresh},New,${course._id},${day(-1)},${day(5)}`,
    `${fresh},,,,`,
    `nobody,Nobody,,,`,
  ].join('\r\n');
  const before = await files.total();
  const dry = await files.read(file, '?dryRun=true');
  expect(dry.dryRun).toBe(true);
  expect(await files.total()).toBe(before);
  expect(await files.only(known.email)).toMatchObject({ fullname: 'Dry' });
  expect(await files.coursesOf(known._id)).toEqual([]);
  const wet = await files.read(file);
  expect({ ...wet, dryRun: true }).toEqual(dry);
  expect(counts(wet)).toEqual({ rows: 4, created: 1, updated: 1, unchanged: 1, refused: 1 });
});

test('an import reports line, column and reason of every refused row, and imports the others', async () => {
  const course = await newCourse(manager, `Errors ${freshEmail()}`);
  const [good, other] = [freshEmail(), freshEmail()];
  const file = [
    'email,fullname,phonenumber,course,startDate,expiryDate,password',
    `${good},"Good, ""very""\r\ngood",,,,,`.replace('\r\n', ' '),
    ',Nobody,,,,,',
    'no address,Nobody,,,,,',
    `${freshEmail()},,,,,,`,
    `${freshEmail()},Nobody,${'1'.repeat(41)},,,,`,
    `${freshEmail()},Nobody,,No such course,${day(1)},${day(2)},`,
    `${freshEmail()},Nobody,,${course._id},${day(3)},${day(2)},`,
    `${freshEmail()},Nobody,,${course._id},tomorrow,${day(2)},`,
    `${freshEmail()},Nobody,,,${day(1)},,`,
    `${freshEmail()},Nobody,,,,,abc`,
    `${good},Bad,,,,,`,
    `${freshEmail()},Nobody,,,,,,extra`,
    `${other},Other,,${course._id},,,`,
  ].join('\n');
  const report = await files.read(file);
  expect(issuesOf(report)).toEqual([
    '3 email required',
    '4 email email_invalid',
    '5 fullname required',
    '6 phonenumber too_long',
    '7 course course_unknown',
    '8 expiryDate before_start',
    '9 startDate invalid_date',
    '10 course required',
    '11 password password_too_short',
    '12 fullname repeated',
    '13  too_many_columns',
    '14 startDate required',
    '14 expiryDate required',
  ]);
  expect(counts(report)).toEqual({ rows: 13, created: 2, updated: 0, unchanged: 0, refused: 11 });
  expect(await files.only(good)).toMatchObject({ fullname: 'Good, "very" good' });
  expect(await files.coursesOf((await files.only(other))._id)).toEqual([]);
});

test('an import assigns several courses with their dates, and changes dates that differ', async () => {
  const [one, two] = [await newCourse(manager, `A|B ${freshEmail()}`), await newCourse(manager, `C ${freshEmail()}`)];
  const email = freshEmail();
  const head = 'email,fullname,course,startDate,expiryDate\n';
  const both = await files.read(
    `${head}${email},Many,${one.title},${day(0)},${day(5)}\n${email},,${one._id}|${two.title},,${day(7)}\n`,
  );
  expect(both.assignments).toMatchObject({ assigned: 1, datesChanged: 1, refused: 1 });
  expect(issuesOf(both)).toEqual(['3 startDate required']);
  const slashes = day(2).replaceAll('-', '/');
  const next = await files.read(`${head}${email},,${two.title} | ${one._id},${slashes},${day(9)}\n`);
  expect(next.assignments).toEqual({ assigned: 1, datesChanged: 1, unchanged: 0, refused: 0 });
  const { _id } = await files.only(email);
  expect((await files.coursesOf(_id)).map((each) => each.startDate)).toHaveLength(2);
});

test('an import refuses a title that two courses have', async () => {
  const title = `Same ${freshEmail()}`;
  await newCourse(manager, title);
  await newCourse(manager, title);
  const report = await files.read(
    `email,fullname,course,startDate,expiryDate\n${freshEmail()},A,${title},${day(0)},${day(1)}\n`,
  );
  expect(issuesOf(report)).toEqual(['2 course course_ambiguous']);
});

test.each([
  ['with a BOM and commas', (email: string) => `${BOM}email,fullname\r\n${email},أمل الزهراني\r\n`, 'utf-8', ','],
  ['with semicolons', (email: string) => `email;fullname\n${email};أمل الزهراني`, 'utf-8', ';'],
  ['with tabs, lines ended by CR', (email: string) => `email\tfullname\r${email}\tأمل الزهراني\r`, 'utf-8', '\t'],
  [
    'with Excel’s line about the separator',
    (email: string) => `sep=;\r\nemail;fullname\r\n${email};أمل الزهراني`,
    'utf-8',
    ';',
  ],
  [
    'with Arabic names of columns',
    (email: string) => `الاسم الكامل;البريد الإلكتروني\n"أمل الزهراني";${email}`,
    'utf-8',
    ';',
  ],
])('reads a file %s', async (_, make, encoding, delimiter) => {
  const email = freshEmail();
  expect(await files.read(make(email))).toMatchObject({ created: 1, encoding, delimiter, issues: [] });
  expect((await files.only(email)).fullname).toBe('أمل الزهراني');
});

test('an import reads windows-1256, which old Arabic spreadsheets use', async () => {
  const email = freshEmail();
  const arabic = (hex: string) => Buffer.from(hex, 'hex');
  const file = Buffer.concat([
    Buffer.from('email;'),
    arabic('c7e1c7d3e3'), // الاسم
    Buffer.from(`\r\n${email};`),
    arabic('ddc7d8e3c920e3cde3cf'), // فاطمة محمد
    Buffer.from('\r\n'),
  ]);
  expect(await files.read(new Uint8Array(file))).toMatchObject({
    created: 1,
    encoding: 'windows-1256',
    delimiter: ';',
  });
  expect((await files.only(email)).fullname).toBe('فاطمة محمد');
});

test('an import refuses a row that is in another encoding than the rows before it', async () => {
  const rows = Buffer.from(`email,fullname\n${freshEmail()},أمل\n${freshEmail()},`);
  const report = await files.read(new Uint8Array(Buffer.concat([rows, Buffer.from('ddc7d8e3c9', 'hex')])));
  expect([report.created, issuesOf(report)]).toEqual([1, ['3  encoding']]);
});

test('an import is refused as a whole if nothing of the file can be read', async () => {
  expect(await files.refused('')).toEqual([422, 'validation_failed', 'empty']);
  expect(await files.refused('\r\n\r\n')).toEqual([422, 'validation_failed', 'empty']);
  expect(await files.refused('fullname\nA\n')).toEqual([422, 'validation_failed', 'email_column_missing']);
  expect(await files.refused('email,E-Mail\n')).toEqual([422, 'validation_failed', 'column_repeated']);
  expect(await files.refused(new Uint8Array([0xff, 0xfe, 0x65, 0]))).toEqual([422, 'validation_failed', 'encoding']);
  expect(await files.refused('{}', 'application/json')).toEqual([415, 'unsupported_media_type', undefined]);
});

test('an import takes the rows before an unterminated quote, and reports its line', async () => {
  const email = freshEmail();
  const report = await files.read(`email,fullname\n${email},Before\n${freshEmail()},"After\n\n\n`);
  expect(report).toMatchObject({ complete: false, created: 1 });
  expect(issuesOf(report)).toEqual(['3  unterminated_quote']);
  expect(await files.find(email)).toHaveLength(1);
});

test('an import of a file that is too large is refused before it begins', async () => {
  const socket = connect(cluster.port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(files.head(17 * 1024 * 1024));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
});

test('nobody can sign in to an imported account without a password until its owner sets one', async () => {
  const email = freshEmail();
  await files.read(`email,fullname\n${email},Waiting\n`);
  const api = new Api(cluster.url);
  for (const password of ['', PASSWORD]) {
    const login = await api.post('/api/auth/login', { email, password });
    expect([login.status, login.body.code]).toEqual(
      password === '' ? [422, 'validation_failed'] : [401, 'wrong_password'],
    );
  }
  expect((await api.post('/api/auth/forgot-password', { email })).status).toBe(200);
});

test('learners cannot import', async () => {
  const learner = await signIn(cluster.url, (await newLearner(manager)).email);
  const before = await files.total();
  const answer = await fetch(cluster.url + IMPORT, {
    method: 'POST',
    headers: { authorization: `Bearer ${learner.token}`, 'content-type': 'text/csv' },
    body: `email,fullname\n${freshEmail()},Nobody\n`,
  });
  expect(answer.status).toBe(403);
  expect(await files.total()).toBe(before);
});
