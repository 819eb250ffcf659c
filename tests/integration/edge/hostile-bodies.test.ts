// Bodies that no well-behaved client sends, against a running edge.
import { readdir } from 'node:fs/promises';

import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { Api, freshEmail, PASSWORD, type Course } from '../../harness/api.ts';
import { AttackedEdge, get, HOST, MIB, post } from '../../harness/academies/attacked-edge.ts';
import { fileBlob, MediaFolder } from '../../harness/media.ts';
import { RawConnection } from '../../harness/raw.ts';
import { until } from '../../harness/until.ts';

let edge: AttackedEdge;

beforeAll(async () => {
  edge = await AttackedEdge.start();
});

// After every attack the same edge process must serve the next visitor.
afterEach(async () => {
  expect(await edge.serves()).toBe(true);
});

afterAll(async () => {
  await edge?.stop();
});

test('a chunked body is counted as it arrives and refused at the cap', async () => {
  const before = await edge.residentBytes();
  const connection = await RawConnection.open(edge.cluster.port);
  const head = `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  await connection.send(head);
  const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
  for (let sent = 0; sent < 50 * MIB && (await connection.send(chunk)); sent += 0x10000) {
    if (connection.received !== '') break;
  }
  const [answer] = await connection.answers();
  connection.destroy();
  expect(answer?.status).toBe(413);
  expect(JSON.parse(answer?.body ?? '')).toHaveProperty('message');
  // Bytes in the kernel's buffers count as written.
  expect(connection.written).toBeLessThan(16 * MIB);
  expect((await edge.residentBytes()) - before).toBeLessThan(32 * MIB);
});

test('a declared length above the cap is refused before the body', async () => {
  const head = `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${50 * MIB}\r\n\r\n`;
  expect(await edge.statusOf(head)).toBe(413);
});

test.each([
  ['PUT', '/api/cm/course/update-course', 'application/json', 401],
  ['PUT', '/api/cm/course/create-course', 'multipart/form-data; boundary=b', 401],
  ['POST', '/api/user-course/fetch-course', 'application/json', 401],
  ['POST', '/api/cm/user/export', 'application/json', 401],
  ['POST', '/api/nobody/knows-this', 'application/json', 404],
  ['POST', '/courses', 'application/json', 405],
])('%s %s answers a stranger before any of its body came', async (method, path, type, status) => {
  const head = `${method} ${path} HTTP/1.1\r\n${HOST}Content-Type: ${type}\r\n`;
  expect(await edge.statusOf(`${head}Content-Length: 50000\r\n\r\n`)).toBe(status);
  expect(await edge.statusOf(`${head}Transfer-Encoding: chunked\r\n\r\n`)).toBe(status);
});

test('two hundred unfinished bodies from strangers cost little memory', async () => {
  const before = await edge.residentBytes();
  const body = ' '.repeat(60_000);
  const open = async (path: string) => {
    const connection = await RawConnection.open(edge.cluster.port);
    const head = `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 60001\r\n\r\n`;
    await connection.send(head + body);
    return connection;
  };
  const refused = await Promise.all(Array.from({ length: 100 }, () => open('/api/cm/user/bulk-change')));
  for (const connection of refused) expect((await connection.answers())[0]?.status).toBe(401);
  const waiting = await Promise.all(Array.from({ length: 100 }, () => open('/api/auth/login')));
  expect((await edge.residentBytes()) - before).toBeLessThan(48 * MIB);
  for (const connection of [...refused, ...waiting]) connection.destroy();
});

test.each(['GET', 'HEAD'])('a %s with a body is 400, and what hides in it is not executed', async (method) => {
  const hidden = post('/api/cm/auth/check-signup', '{}');
  const connection = await RawConnection.open(edge.cluster.port);
  await connection.send(`${method} /healthz HTTP/1.1\r\n${HOST}Content-Length: ${hidden.length}\r\n\r\n${hidden}`);
  const answers = await connection.answers(2, { heads: method === 'HEAD' });
  expect(answers.map((answer) => answer.status)).toEqual([400]);
  connection.destroy();
});

test('a chunked GET is 400 as well', async () => {
  expect(await edge.statusOf(get('/healthz', 'Transfer-Encoding: chunked\r\n') + '5\r\nhello\r\n0\r\n\r\n')).toBe(400);
});

test.each([
  ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n'],
  ['a list of lengths', 'Content-Length: 2, 2\r\n'],
  ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n'],
  ['a negative length', 'Content-Length: -2\r\n'],
  ['a signed length', 'Content-Length: +2\r\n'],
  ['a hexadecimal length', 'Content-Length: 0x2\r\n'],
  ['a length beyond 64 bits', 'Content-Length: 99999999999999999999999\r\n'],
  ['an unknown coding', 'Transfer-Encoding: gzip, chunked\r\n'],
  ['a coding after chunked', 'Transfer-Encoding: chunked, identity\r\n'],
  ['a folded header', 'Content-Length: 2\r\nX-Folded: a\r\n b\r\n'],
  ['a space before the colon', 'Content-Length : 2\r\n'],
  ['a NUL in a header', 'Content-Length: 2\r\nX-Nul: a\0b\r\n'],
])('%s is 400 and the connection ends', async (_, headers) => {
  const connection = await RawConnection.open(edge.cluster.port);
  await connection.send(
    `POST /api/cm/auth/check-signup HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}\r\n{}`,
  );
  const [answer] = await connection.answers();
  expect([400, 501]).toContain(answer?.status);
  await connection.awaitClose();
});

test.each(['zz\r\n{}\r\n0\r\n\r\n', '-2\r\n{}\r\n0\r\n\r\n', 'fffffffffffffffff\r\n{}', '2{}\r\n0\r\n\r\n'])(
  'a malformed chunk %j is 400 or 413',
  async (body) => {
    const head = `POST /api/cm/auth/check-signup HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    expect([400, 413]).toContain(await edge.statusOf(head + body));
  },
);

test('a million nested brackets are 400', async () => {
  const depth = 500_000;
  const bearer = `Authorization: Bearer ${edge.manager.token}\r\n`;
  for (const body of ['['.repeat(depth) + ']'.repeat(depth), '{"email":'.repeat(100_000) + '1' + '}'.repeat(100_000)]) {
    expect(await edge.statusOf(post('/api/cm/user/fetch-user', body, bearer))).toBe(400);
    expect(await edge.statusOf(post('/api/auth/login', body))).toBe(413);
  }
  const nested = (levels: number) => `{"email":"x","password":"y","extra":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect(await edge.statusOf(post('/api/auth/login', nested(20)))).not.toBe(400);
  expect(await edge.statusOf(post('/api/auth/login', nested(32)))).toBe(400);
});

test.each([
  ['no JSON', 'hello'],
  ['half of one', '{"email":"a'],
  ['a list', '[]'],
  ['two values', '{} {}'],
  ['broken UTF-8', '{"email":"\xff\xfe"}'],
  ['a lone surrogate', '{"email":"\\ud800"}'],
  ['nothing', ''],
])('%s is unreadable: 400 or 422, never more', async (_, body) => {
  expect([400, 422]).toContain(await edge.statusOf(post('/api/auth/login', body)));
});

test('a field of the wrong type is 400 and named', async () => {
  const answer = await new Api(edge.cluster.url).post('/api/auth/login', { email: 7, password: PASSWORD });
  expect(answer.status).toBe(400);
  expect(answer.body.data?.[0]?.field).toBe('email');
});

test('another content type is 415', async () => {
  const body = 'email=a&password=b';
  expect(
    await edge.statusOf(
      `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    ),
  ).toBe(415);
});

test('a multipart file name is a name, not a path', async () => {
  const media = await MediaFolder.create();
  try {
    const picture = await fileBlob(await media.picture('x.png', '320x180'), 'image/png');
    const boundary = 'b0undary';
    const part = (disposition: string, type: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n${type}\r\n`;
    const body = Buffer.concat([
      Buffer.from(`${part('name="title"', '')}Path\r\n${part('name="description"', '')}D\r\n`),
      Buffer.from(part('name="image"; filename="../../../etc/passwd"', 'Content-Type: image/png\r\n')),
      Buffer.from(await picture.arrayBuffer()),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    const answer = await fetch(`${edge.cluster.url}/api/cm/course/create-course`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${edge.manager.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body,
    });
    expect(answer.status).toBe(201);
    const { result } = (await answer.json()) as { result: Course };
    expect(result.image).toMatch(/^\/images\/[0-9a-f-]+\.\w+$/);
    const files = await readdir(edge.cluster.data, { recursive: true });
    expect(files.filter((name) => name.endsWith('passwd'))).toEqual([]);
  } finally {
    await media.remove();
  }
});

// cpp-httplib takes cubic time for such lines, 20 s for each. The edge once let it parse any form, whatever the route
// and the session.
const HOSTILE_PART =
  `--b\r\nContent-Disposition: form-data; name="${'";filename="'.repeat(330)}${'";filename*='.repeat(330)} x\r\n`.repeat(
    130,
  );

test.each([
  ['a call that takes JSON', 'POST', '/api/auth/login', 413],
  ['a call that nobody knows', 'POST', '/api/no/such/call', 404],
  ['a form of managers, by a stranger', 'PUT', '/api/cm/course/create-course', 401],
  ['the same, its path encoded', 'PUT', '/api/cm/course/create%2dcourse', 401],
])('a hostile form holds nobody up at %s', async (_, method, path, status) => {
  const request =
    `${method} ${path} HTTP/1.1\r\n${HOST}Content-Type: multipart/form-data; boundary=b\r\n` +
    `Content-Length: ${HOSTILE_PART.length}\r\n\r\n${HOSTILE_PART}`;
  // One for each worker.
  const answers = await Promise.all(Array.from({ length: 8 }, () => edge.statusOf(request)));
  expect(answers).toEqual(Array.from({ length: 8 }, () => status));
});

test.each(['/api/cm/course/create-course', '/api/cm/course/create%2dcourse'])(
  'a hostile form of a manager is 400 at once, at %s',
  async (path) => {
    const request =
      `PUT ${path} HTTP/1.1\r\n${HOST}Authorization: Bearer ${edge.manager.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${HOSTILE_PART.length}\r\n\r\n${HOSTILE_PART}`;
    expect(await edge.statusOf(request)).toBe(400);
  },
);

test('nothing of a form is read before its session is checked', async () => {
  const connection = await RawConnection.open(edge.cluster.port);
  await connection.send(
    `PUT /api/cm/course/create-course HTTP/1.1\r\n${HOST}Content-Type: multipart/form-data; boundary=b\r\n` +
      `Content-Length: ${5 * MIB}\r\n\r\n`,
  );
  expect((await connection.answers())[0]?.status).toBe(401);
  await connection.awaitClose();
});

test('a form whose session ends while it is sent changes nothing', async () => {
  const account = { email: freshEmail('manager'), password: PASSWORD };
  await edge.manager.must('PUT', '/api/cm/manager/register-manager', { ...account, fullname: 'Second' });
  const { token } = await edge.manager.must<{ token: string }>('POST', '/api/cm/auth/login', account);
  const title = 'Sent by nobody';
  const form = `--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n${title}\r\n--b--\r\n`;
  const connection = await RawConnection.open(edge.cluster.port);
  await connection.send(
    `PUT /api/cm/course/create-course HTTP/1.1\r\n${HOST}Authorization: Bearer ${token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nExpect: 100-continue\r\nContent-Length: ${form.length}\r\n\r\n`,
  );
  // The edge asks for the body after the session was found valid.
  await until('100 Continue', () => connection.received.includes('100 Continue'));
  const signedOut = await edge.manager.with(token).post('/api/cm/auth/logout');
  expect(signedOut.status).toBe(200);
  await connection.send(form);
  expect((await connection.answers())[0]?.status).toBe(401);
  connection.destroy();
  const courses = await edge.manager.post<{ result: Course[] }>('/api/cm/course/fetch-courses');
  expect(courses.body.result.map((course) => course.title)).not.toContain(title);
});

test('a form without an end, or with a thousand parts, is refused', async () => {
  const multipart = (body: string) =>
    `PUT /api/cm/course/create-course HTTP/1.1\r\n${HOST}Authorization: Bearer ${edge.manager.token}\r\n` +
    `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  expect([400, 422]).toContain(
    await edge.statusOf(multipart('--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nT')),
  );
  const many = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(1000) + '--b--\r\n';
  expect([400, 413, 422]).toContain(await edge.statusOf(multipart(many)));
});
