// Learners as CSV files through the running academy: imported, exported, and imported again.
import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  Api,
  day,
  firstManager,
  freshEmail,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  type Assignment,
  type Course,
  type Failure,
  type Learner,
} from '../harness/api.ts';
import { Cluster } from '../harness/cluster.ts';
import { until } from '../harness/until.ts';

interface Report {
  dryRun: boolean;
  complete: boolean;
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  assignments: { assigned: number; datesChanged: number; unchanged: number; refused: number };
  columns: string[];
  ignoredColumns: string[];
  encoding: string;
  delimiter: string;
  issues: { line: number; email: string; field: string; code: string; message: string }[];
  moreIssues: number;
}

const IMPORT = '/api/cm/user/import';
const BOM = '\uFEFF';
const MANY = 20_000;

let cluster: Cluster;
let manager: Api;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
});

type File = string | Uint8Array<ArrayBuffer>;

function send(file: File, query = '', type = 'text/csv'): Promise<Response> {
  return fetch(cluster.url + IMPORT + query, {
    method: 'POST',
    headers: { authorization: `Bearer ${manager.token}`, 'content-type': type },
    body: file,
  });
}

/** The head of an import whose body a test sends by itself. */
function head(length: number): string {
  const fields = [`Authorization: Bearer ${manager.token}`, 'Content-Type: text/csv', `Content-Length: ${length}`];
  return [`POST ${IMPORT} HTTP/1.1`, 'Host: academy.test', ...fields, '', ''].join('\r\n');
}

async function read(file: File, query = ''): Promise<Report> {
  const answer = await send(file, query);
  const body = (await answer.json()) as { result: Report };
  expect(answer.status, JSON.stringify(body)).toBe(200);
  return body.result;
}

async function refused(file: File, type?: string): Promise<[number, string | undefined, string | undefined]> {
  const answer = await send(file, '', type);
  const body = (await answer.json()) as Failure;
  return [answer.status, body.code, body.data?.[0]?.code];
}

async function download(path: string, body: object = {}): Promise<{ text: string; headers: Headers }> {
  const answer = await fetch(cluster.url + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${manager.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  // Not text(), which would take the BOM off.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
  expect(answer.status, text).toBe(200);
  return { text, headers: answer.headers };
}

async function find(search: string): Promise<Learner[]> {
  return (await manager.must<{ result: Learner[] }>('PUT', '/api/cm/user/fetch-users', { search })).result;
}

async function only(search: string): Promise<Learner> {
  const found = await find(search);
  expect(found).toHaveLength(1);
  return found[0] as Learner;
}

async function total(): Promise<number> {
  return (await manager.must<{ total: number }>('PUT', '/api/cm/user/fetch-users', { limit: 1 })).total;
}

async function coursesOf(clientId: string): Promise<Assignment[]> {
  const path = '/api/cm/user-course/fetch-user-courses';
  return (await manager.must<{ userCourses: Assignment[] }>('POST', path, { clientId })).userCourses;
}

const counts = ({ rows, created, updated, unchanged, refused: out }: Report) => ({
  rows,
  created,
  updated,
  unchanged,
  refused: out,
});
const issuesOf = (report: Report) => report.issues.map(({ line, field, code }) => `${line} ${field} ${code}`);

describe('an import', () => {
  test('makes accounts, changes what differs, and leaves what a blank cell says nothing of', async () => {
    const known = await newLearner(manager, 'Known');
    const fresh = freshEmail();
    const file = `email,fullname,phonenumber,address\n${fresh},نورة السبيعي,+966511111111,جدة\n${known.email},,,Abha\n`;
    const report = await read(file);
    expect(counts(report)).toEqual({ rows: 2, created: 1, updated: 1, unchanged: 0, refused: 0 });
    expect(report).toMatchObject({ complete: true, dryRun: false, encoding: 'utf-8', delimiter: ',', issues: [] });
    expect(report.columns).toEqual(['email', 'fullname', 'phonenumber', 'address']);
    expect(await only(fresh)).toMatchObject({ fullname: 'نورة السبيعي', active: true, activated: true });
    expect(await only(known.email)).toMatchObject({ fullname: 'Known', phonenumber: '+966500000000', address: 'Abha' });
  });

  test('changes nothing the second time, whatever the file has', async () => {
    const course = await newCourse(manager, `Twice ${freshEmail()}`);
    const email = freshEmail();
    const file = `email;fullname;password;course;startDate;expiryDate\n${email};Twice;${PASSWORD};${course.title};${day(-1)};${day(9)}\n`;
    expect(counts(await read(file))).toMatchObject({ created: 1 });
    const session = await signIn(cluster.url, email);
    const again = await read(file);
    expect(counts(again)).toEqual({ rows: 1, created: 0, updated: 0, unchanged: 1, refused: 0 });
    expect(again.assignments).toEqual({ assigned: 0, datesChanged: 0, unchanged: 1, refused: 0 });
    expect((await session.post('/api/user/fetch-info')).status).toBe(200);
  });

  test('tells the same and does nothing as a dry run', async () => {
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
    const before = await total();
    const dry = await read(file, '?dryRun=true');
    expect(dry.dryRun).toBe(true);
    expect(await total()).toBe(before);
    expect(await only(known.email)).toMatchObject({ fullname: 'Dry' });
    expect(await coursesOf(known._id)).toEqual([]);
    const wet = await read(file);
    expect({ ...wet, dryRun: true }).toEqual(dry);
    expect(counts(wet)).toEqual({ rows: 4, created: 1, updated: 1, unchanged: 1, refused: 1 });
  });

  test('names line, column and reason of every row that it refuses, and takes the others', async () => {
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
    const report = await read(file);
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
    expect(await only(good)).toMatchObject({ fullname: 'Good, "very" good' });
    expect(await coursesOf((await only(other))._id)).toEqual([]);
  });

  test('assigns several courses with their dates, and moves dates that differ', async () => {
    const [one, two] = [await newCourse(manager, `A|B ${freshEmail()}`), await newCourse(manager, `C ${freshEmail()}`)];
    const email = freshEmail();
    const head = 'email,fullname,course,startDate,expiryDate\n';
    const both = await read(
      `${head}${email},Many,${one.title},${day(0)},${day(5)}\n${email},,${one._id}|${two.title},,${day(7)}\n`,
    );
    expect(both.assignments).toMatchObject({ assigned: 1, datesChanged: 1, refused: 1 });
    expect(issuesOf(both)).toEqual(['3 startDate required']);
    const slashes = day(2).replaceAll('-', '/');
    const next = await read(`${head}${email},,${two.title} | ${one._id},${slashes},${day(9)}\n`);
    expect(next.assignments).toEqual({ assigned: 1, datesChanged: 1, unchanged: 0, refused: 0 });
    const { _id } = await only(email);
    expect((await coursesOf(_id)).map((each) => each.startDate)).toHaveLength(2);
  });

  test('takes two courses of one title for neither', async () => {
    const title = `Same ${freshEmail()}`;
    await newCourse(manager, title);
    await newCourse(manager, title);
    const report = await read(
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
    expect(await read(make(email))).toMatchObject({ created: 1, encoding, delimiter, issues: [] });
    expect((await only(email)).fullname).toBe('أمل الزهراني');
  });

  test('reads windows-1256, in which Arabic spreadsheets of old are', async () => {
    const email = freshEmail();
    const arabic = (hex: string) => Buffer.from(hex, 'hex');
    const file = Buffer.concat([
      Buffer.from('email;'),
      arabic('c7e1c7d3e3'), // الاسم
      Buffer.from(`\r\n${email};`),
      arabic('ddc7d8e3c920e3cde3cf'), // فاطمة محمد
      Buffer.from('\r\n'),
    ]);
    expect(await read(new Uint8Array(file))).toMatchObject({ created: 1, encoding: 'windows-1256', delimiter: ';' });
    expect((await only(email)).fullname).toBe('فاطمة محمد');
  });

  test('refuses a row that is in another encoding than the rows before it', async () => {
    const rows = Buffer.from(`email,fullname\n${freshEmail()},أمل\n${freshEmail()},`);
    const report = await read(new Uint8Array(Buffer.concat([rows, Buffer.from('ddc7d8e3c9', 'hex')])));
    expect([report.created, issuesOf(report)]).toEqual([1, ['3  encoding']]);
  });

  test('is refused as a whole where nothing can be read of the file', async () => {
    expect(await refused('')).toEqual([422, 'validation_failed', 'empty']);
    expect(await refused('\r\n\r\n')).toEqual([422, 'validation_failed', 'empty']);
    expect(await refused('fullname\nA\n')).toEqual([422, 'validation_failed', 'email_column_missing']);
    expect(await refused('email,E-Mail\n')).toEqual([422, 'validation_failed', 'column_repeated']);
    expect(await refused(new Uint8Array([0xff, 0xfe, 0x65, 0]))).toEqual([422, 'validation_failed', 'encoding']);
    expect(await refused('{}', 'application/json')).toEqual([415, 'unsupported_media_type', undefined]);
  });

  test('takes what is before a quote that nobody closes, and says where that is', async () => {
    const email = freshEmail();
    const report = await read(`email,fullname\n${email},Before\n${freshEmail()},"After\n\n\n`);
    expect(report).toMatchObject({ complete: false, created: 1 });
    expect(issuesOf(report)).toEqual(['3  unterminated_quote']);
    expect(await find(email)).toHaveLength(1);
  });

  test('is not begun where the file is too large', async () => {
    const socket = connect(cluster.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(head(17 * 1024 * 1024));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });

  test('gives an account without a password to nobody until its owner sets one', async () => {
    const email = freshEmail();
    await read(`email,fullname\n${email},Waiting\n`);
    const api = new Api(cluster.url);
    for (const password of ['', PASSWORD]) {
      const login = await api.post('/api/auth/login', { email, password });
      expect([login.status, login.body.code]).toEqual(
        password === '' ? [422, 'validation_failed'] : [401, 'wrong_password'],
      );
    }
    expect((await api.post('/api/auth/forgot-password', { email })).status).toBe(200);
  });

  test('is none of a learner’s', async () => {
    const learner = await signIn(cluster.url, (await newLearner(manager)).email);
    const before = await total();
    const answer = await fetch(cluster.url + IMPORT, {
      method: 'POST',
      headers: { authorization: `Bearer ${learner.token}`, 'content-type': 'text/csv' },
      body: `email,fullname\n${freshEmail()},Nobody\n`,
    });
    expect(answer.status).toBe(403);
    expect(await total()).toBe(before);
  });
});

describe('an export', () => {
  test('is a file that spreadsheets read, with nothing that they would compute', async () => {
    const email = freshEmail('formula');
    const name = '=HYPERLINK("http://evil.test","x")';
    await manager.must('POST', '/api/cm/user/create-user', {
      email,
      password: PASSWORD,
      fullname: name,
      phonenumber: '+966512345678',
      address: "'-1",
    });
    const { text, headers } = await download('/api/cm/user/export', { search: email });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="learners-\d{4}-\d\d-\d\d\.csv"$/);
    const [head, row, end] = text.split('\r\n');
    expect(head).toBe(`${BOM}email,fullname,phonenumber,address,active,activated,lastLogin,createdAt`);
    expect(row).toContain(`${email},"'=HYPERLINK(""http://evil.test"",""x"")",'+966512345678,''-1,true,true,,`);
    expect(end).toBe('');
    expect(counts(await read(text))).toEqual({ rows: 1, created: 0, updated: 0, unchanged: 1, refused: 0 });
    expect(await only(email)).toMatchObject({ fullname: name, phonenumber: '+966512345678', address: "'-1" });
  });

  test('has the course’s learners with dates, state and progress, in either language', async () => {
    const course = await newCourse(manager, `Export ${freshEmail()}`);
    const [one, two] = [await newLearner(manager, 'Amal'), await newLearner(manager, 'Basma')];
    const dates = { startDate: day(-3), expiryDate: day(3) };
    await manager.must('PUT', '/api/cm/user-course/assign-user-course', {
      courseId: course._id,
      userIds: [two._id, one._id],
      ...dates,
    });
    const { text } = await download('/api/cm/user-course/export', { courseId: course._id });
    const line = (learner: Learner) =>
      `${learner.email},${learner.fullname},'+966500000000,${course.title},${dates.startDate},${dates.expiryDate},active,0`;
    expect(text.split('\r\n').slice(1)).toEqual([line(one), line(two), '']);
    const arabic = await download('/api/cm/user-course/export', { courseId: course._id, lang: 'ar', search: 'Basma' });
    expect(arabic.text.split('\r\n')[0]).toContain('البريد الإلكتروني,الاسم الكامل');
    expect(arabic.text.split('\r\n').slice(1)).toEqual([line(two), '']);
    expect((await read(arabic.text)).assignments).toEqual({ assigned: 0, datesChanged: 0, unchanged: 1, refused: 0 });
    const unknown = await manager.post('/api/cm/user-course/export', { courseId: 'none' });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'course_not_found']);
  });
});

describe('many at once', () => {
  test('are changed all or none', async () => {
    const some = [await newLearner(manager), await newLearner(manager)];
    const clientIds = some.map((learner) => learner._id);
    const change = (action: string, more: string[] = []) =>
      manager.post<{ changed: number }>('/api/cm/user/bulk-change', { clientIds: [...clientIds, ...more], action });
    const session = await signIn(cluster.url, some[0]?.email ?? '');

    const unknown = await change('deactivate', ['nobody']);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found']);
    expect(unknown.body.message).toContain('nobody');
    expect((await session.post('/api/user/fetch-info')).status).toBe(200);

    expect((await change('deactivate')).body.changed).toBe(2);
    expect((await session.post('/api/user/fetch-info')).body.code).toBe('deactivated');
    expect((await change('deactivate')).body.changed).toBe(0);
    expect((await change('activate')).body.changed).toBe(2);
    const second = await signIn(cluster.url, some[1]?.email ?? '');
    expect((await change('sign-out')).body.changed).toBe(1);
    expect((await second.post('/api/user/fetch-info')).body.code).toBe('signed_out_by_manager');
    expect((await change('explode')).status).toBe(422);
    expect((await change('remove')).body.changed).toBe(2);
    expect((await change('remove')).status).toBe(404);
  });

  test('are found by whether they are online, confirmed, or soon without a course', async () => {
    const course = await newCourse(manager, 'Soon');
    const mark = freshEmail('mark').split('@')[0]?.replace('-', '') ?? '';
    const emails = ['a', 'b', 'c'].map((name) => `${name}@${mark}.test`);
    await read(
      `email,fullname,course,startDate,expiryDate\n${emails.map((email, i) => `${email},${mark} ${i},${course._id},${day(-1)},${day(i * 5 + 1)}`).join('\n')}`,
    );
    const page = async (body: object) => {
      const found = await manager.must<{ result: Learner[]; total: number; nextCursor: string | null }>(
        'PUT',
        '/api/cm/user/fetch-users',
        { search: mark, ...body },
      );
      return { ...found, emails: found.result.map((learner) => learner.email) };
    };
    expect((await page({ expiringWithinDays: 7 })).emails).toEqual(emails.slice(0, 2));
    const first = await page({ expiringWithinDays: 30, limit: 2 });
    expect([first.emails, first.total]).toEqual([emails.slice(0, 2), 3]);
    const rest = await page({ expiringWithinDays: 30, limit: 2, cursor: first.nextCursor });
    expect([rest.emails, rest.total, rest.nextCursor]).toEqual([emails.slice(2), 3, null]);
    expect((await page({ online: true })).emails).toEqual([]);
    expect((await page({ online: false, activated: true })).emails).toEqual(emails);
    expect((await page({ activated: false })).emails).toEqual([]);
    const ids = (await page({})).result.map((learner) => learner._id);
    expect((await page({ clientIds: ids.slice(1), expiringWithinDays: 7 })).emails).toEqual(emails.slice(1, 2));
    expect((await manager.put('/api/cm/user/fetch-users', { expiringWithinDays: 0 })).status).toBe(422);
  });

  test('20,000 rows come in, go out and come in again unchanged; a lost client leaves what it may repeat', async () => {
    const course: Course = await newCourse(manager, 'Everybody');
    const mark = freshEmail('bulk').split('@')[0] ?? '';
    const rows = Array.from(
      { length: MANY },
      (_, i) =>
        `${mark}-${i}@bulk.test,متعلم رقم ${i},+9665${String(i).padStart(8, '0')},"شارع ${i}, الرياض",${course.title},${day(-1)},${day(30)}`,
    );
    const file = `${BOM}email,fullname,phonenumber,address,course,startDate,expiryDate\r\n${rows.join('\r\n')}\r\n`;
    const before = await total();

    // Half of the file, then nothing.
    const bytes = Buffer.from(file);
    const socket = connect(cluster.port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(head(bytes.length));
    socket.write(bytes.subarray(0, bytes.length / 2));
    await until('the first rows', async () => (await total()) > before);
    socket.destroy();
    const begun = performance.now();
    const report = await read(file);
    console.info(`import of ${MANY} rows: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
    expect(report).toMatchObject({ complete: true, rows: MANY, refused: 0, moreIssues: 0, issues: [] });
    expect(report.created + report.unchanged).toBe(MANY);
    expect(await total()).toBe(before + MANY);

    const asked = performance.now();
    const { text } = await download('/api/cm/user/export', { search: mark, courses: true });
    console.info(`export of ${MANY} rows: ${((performance.now() - asked) / 1000).toFixed(1)} s`);
    expect(text.split('\r\n')).toHaveLength(MANY + 2);
    const again = await read(text);
    expect(counts(again)).toEqual({ rows: MANY, created: 0, updated: 0, unchanged: MANY, refused: 0 });
    expect(again.assignments).toEqual({ assigned: 0, datesChanged: 0, unchanged: MANY, refused: 0 });
    const learners = await download('/api/cm/user-course/export', { courseId: course._id });
    expect(learners.text.split('\r\n')).toHaveLength(MANY + 2);
  }, 300_000);
});
