// What architecture.md lists under "Hostile peers", and what is like it, against the running edge.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, freshEmail, PASSWORD, type Course } from '../harness/api.ts';
import { Cluster, ROOT } from '../harness/cluster.ts';
import { fileBlob, MediaFolder } from '../harness/media.ts';
import { exchange, RawConnection } from '../harness/raw.ts';

const MIB = 1024 * 1024;

let cluster: Cluster;
let manager: Api;
let edgePid: number;
let asset: string;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  edgePid = await cluster.pidOf('edge');
  const folder = join(ROOT, 'out/web/assets');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sized = await Promise.all(scripts.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
  asset = `/assets/${sized.sort((a, b) => b.size - a.size)[0]?.name}`;
});

// Whatever came, the same edge serves the next visitor.
afterEach(async () => {
  expect((await fetch(`${cluster.url}/healthz`)).status).toBe(200);
  expect(await cluster.pidOf('edge')).toBe(edgePid);
});

afterAll(async () => {
  await cluster?.stop();
});

const HOST = 'Host: 127.0.0.1\r\n';
const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;
const post = (path: string, body: string, headers = '') =>
  `POST ${path} HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

/** The only answer to these bytes. */
async function statusOf(bytes: string | Uint8Array): Promise<number | undefined> {
  return (await exchange(cluster.port, bytes))[0]?.status;
}

async function residentBytes(): Promise<number> {
  const text = await readFile(`/proc/${edgePid}/status`, 'utf8');
  return Number(/VmHWM:\s+(\d+) kB/.exec(text)?.[1]) * 1024;
}

describe('bodies', () => {
  test('a chunked body is counted as it arrives and refused at the cap', async () => {
    const before = await residentBytes();
    const connection = await RawConnection.open(cluster.port);
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
    // What the kernel's buffers hold counts as written.
    expect(connection.written).toBeLessThan(16 * MIB);
    expect((await residentBytes()) - before).toBeLessThan(32 * MIB);
  });

  test('a declared length above the cap is refused before the body', async () => {
    const head = `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: ${50 * MIB}\r\n\r\n`;
    expect(await statusOf(head)).toBe(413);
  });

  test.each(['GET', 'HEAD'])('a %s with a body is 400, and what hides in it is not executed', async (method) => {
    const hidden = post('/api/cm/auth/check-signup', '{}');
    const connection = await RawConnection.open(cluster.port);
    await connection.send(`${method} /healthz HTTP/1.1\r\n${HOST}Content-Length: ${hidden.length}\r\n\r\n${hidden}`);
    const answers = await connection.answers(2, { heads: method === 'HEAD' });
    expect(answers.map((answer) => answer.status)).toEqual([400]);
    connection.destroy();
  });

  test('a chunked GET is 400 as well', async () => {
    expect(await statusOf(get('/healthz', 'Transfer-Encoding: chunked\r\n') + '5\r\nhello\r\n0\r\n\r\n')).toBe(400);
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
    const connection = await RawConnection.open(cluster.port);
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
      expect([400, 413]).toContain(await statusOf(head + body));
    },
  );

  test('a million nested brackets are 400', async () => {
    const depth = 500_000;
    for (const body of [
      '['.repeat(depth) + ']'.repeat(depth),
      '{"email":'.repeat(100_000) + '1' + '}'.repeat(100_000),
    ]) {
      expect(await statusOf(post('/api/auth/login', body))).toBe(400);
    }
    const nested = (levels: number) =>
      `{"email":"x","password":"y","extra":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(await statusOf(post('/api/auth/login', nested(20)))).not.toBe(400);
    expect(await statusOf(post('/api/auth/login', nested(32)))).toBe(400);
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
    expect([400, 422]).toContain(await statusOf(post('/api/auth/login', body)));
  });

  test('a field of the wrong type is 400 and named', async () => {
    const answer = await new Api(cluster.url).post('/api/auth/login', { email: 7, password: PASSWORD });
    expect(answer.status).toBe(400);
    expect(answer.body.data?.[0]?.field).toBe('email');
  });

  test('another content type is 415', async () => {
    const body = 'email=a&password=b';
    expect(
      await statusOf(
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
      const answer = await fetch(`${cluster.url}/api/cm/course/create-course`, {
        method: 'PUT',
        headers: {
          authorization: `Bearer ${manager.token}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
        },
        body,
      });
      expect(answer.status).toBe(201);
      const { result } = (await answer.json()) as { result: Course };
      expect(result.image).toMatch(/^\/images\/[0-9a-f-]+\.\w+$/);
      const files = await readdir(cluster.data, { recursive: true });
      expect(files.filter((name) => name.endsWith('passwd'))).toEqual([]);
    } finally {
      await media.remove();
    }
  });

  test('a form without an end, or with a thousand parts, is refused', async () => {
    const multipart = (body: string) =>
      `PUT /api/cm/course/create-course HTTP/1.1\r\n${HOST}Authorization: Bearer ${manager.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect([400, 422]).toContain(
      await statusOf(multipart('--b\r\nContent-Disposition: form-data; name="title"\r\n\r\nT')),
    );
    const many = '--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n'.repeat(1000) + '--b--\r\n';
    expect([400, 413, 422]).toContain(await statusOf(multipart(many)));
  });
});

describe('heads', () => {
  test('200,000 headers are 431', async () => {
    const connection = await RawConnection.open(cluster.port);
    await connection.send(`GET /healthz HTTP/1.1\r\n${HOST}`);
    for (let i = 0; i < 200 && connection.received === ''; ++i) {
      if (!(await connection.send(`X-${i}: y\r\n`.repeat(1000)))) break;
    }
    const [answer] = await connection.answers();
    connection.destroy();
    expect(answer?.status).toBe(431);
  });

  test('a hundred headers pass, more do not', async () => {
    const headers = (count: number) => Array.from({ length: count }, (_, i) => `X-${i}: y\r\n`).join('');
    expect(await statusOf(get('/healthz', headers(99)))).toBe(200);
    expect(await statusOf(get('/healthz', headers(100)))).toBe(431);
  });

  test('a head above 16 KiB is 431, even without an end', async () => {
    expect(await statusOf(get('/healthz', `X-Long: ${'a'.repeat(17 * 1024)}\r\n`))).toBe(431);
    expect(await statusOf(`GET /healthz HTTP/1.1\r\nX-Long: ${'a'.repeat(64 * 1024)}`)).toBe(431);
  });

  test('a long path is 414', async () => {
    expect(await statusOf(get(`/${'a'.repeat(9 * 1024)}`))).toBe(414);
    expect([414, 431]).toContain(await statusOf(get(`/${'a'.repeat(200 * 1024)}`)));
  });

  test.each([
    'GARBAGE\r\n\r\n',
    'GET\r\n\r\n',
    'GET /healthz\r\n\r\n',
    'GET /healthz HTTP/9.9\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
  ])('what is not HTTP/1.x is refused: %j', async (bytes) => {
    const connection = await RawConnection.open(cluster.port);
    await connection.send(bytes);
    connection.socket.end();
    await connection.awaitClose();
    const [answer] = await connection.answers();
    if (answer) expect([400, 405, 505]).toContain(answer.status);
  });

  test('REMOTE_ADDR as a header says nothing about the peer', async () => {
    expect(await statusOf(get('/metrics', 'REMOTE_ADDR: 203.0.113.7\r\nX-Forwarded-For: 203.0.113.7\r\n'))).toBe(200);
  });

  test('a POST that says no length has no body, and is answered at once', async () => {
    const connection = await RawConnection.open(cluster.port);
    await connection.send(`POST /api/cm/auth/check-signup HTTP/1.1\r\n${HOST}\r\n` + get('/healthz'));
    expect((await connection.answers(2)).map(({ status }) => status)).toEqual([403, 200]);
    connection.destroy();
  });

  test('pipelined requests are answered one by one, in order', async () => {
    const answers = await exchange(
      cluster.port,
      get('/healthz') + get('/api/nothing') + get('/healthz', 'Connection: close\r\n'),
      3,
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 200]);
  });

  test('Connection: Close ends the connection whatever its letters', async () => {
    const connection = await RawConnection.open(cluster.port);
    await connection.send(get('/healthz', 'Connection: Close\r\n'));
    expect((await connection.answers())[0]?.status).toBe(200);
    await connection.awaitClose();
  });

  test('Expect: 100-continue is answered', async () => {
    const connection = await RawConnection.open(cluster.port);
    await connection.send(
      `POST /api/cm/auth/check-signup HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
    );
    await connection.send('{}');
    expect((await connection.answers())[0]?.status).toBe(403);
    connection.destroy();
  });
});

describe('ranges', () => {
  test('sixty overlapping ranges are not multiplied, in bytes or in memory', async () => {
    const whole = await fetch(cluster.url + asset, { headers: { 'accept-encoding': 'identity' } });
    const size = (await whole.arrayBuffer()).byteLength;
    const ranges = Array.from({ length: 60 }, (_, i) => `${i}-`).join(',');
    const before = await residentBytes();
    const ask = async () => {
      const answer = await fetch(cluster.url + asset, {
        headers: { range: `bytes=${ranges}`, 'accept-encoding': 'identity' },
      });
      expect([200, 206, 416]).toContain(answer.status);
      expect(answer.headers.get('content-type') ?? '').not.toContain('multipart');
      expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(size);
    };
    await Promise.all(Array.from({ length: 20 }, ask));
    // Sixty times a file of that size, twenty at once, would be more.
    expect((await residentBytes()) - before).toBeLessThan(64 * MIB);
  });
});

describe('slow and many', () => {
  test('slow heads and bodies hold nobody up, and are let go', async () => {
    const half = await Promise.all(Array.from({ length: 200 }, () => RawConnection.open(cluster.port)));
    const slowBody = `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
    const slowChunks = `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3`;
    await Promise.all(half.map((connection, i) => connection.send([`GET / HT`, slowBody, slowChunks][i % 3] ?? '')));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => new Api(cluster.url).post('/api/cm/auth/check-signup')),
    );
    expect(answers.every((answer) => answer.status === 403)).toBe(true);
    // Also through a body that a worker reads: uploads.
    await Promise.all(half.map((connection) => connection.awaitClose(120_000)));
  }, 150_000);

  test('slow uploads do not take the workers', async () => {
    const opened: RawConnection[] = [];
    for (let i = 0; i < 40; ++i) {
      const created = await fetch(`${cluster.url}/api/cm/media/uploads`, {
        method: 'POST',
        headers: { authorization: `Bearer ${manager.token}`, 'tus-resumable': '1.0.0', 'upload-length': '1000' },
      });
      const location = new URL(created.headers.get('location') ?? '', cluster.url).pathname;
      const connection = await RawConnection.open(cluster.port);
      opened.push(connection);
      await connection.send(
        `PATCH ${location} HTTP/1.1\r\n${HOST}Authorization: Bearer ${manager.token}\r\nTus-Resumable: 1.0.0\r\n` +
          `Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: 1000\r\n\r\n1`,
      );
    }
    const answer = await new Api(cluster.url).post('/api/cm/auth/check-signup');
    expect(answer.status).toBe(403);
    for (const connection of opened) connection.destroy();
  });

  test('a slow request that follows on a connection of the live gateway is let go as well', async () => {
    const connection = await RawConnection.open(cluster.port);
    await connection.send(get('/socket.io/?EIO=4&transport=polling'));
    expect((await connection.answers())[0]?.status).toBe(200);
    await connection.send('GET /socket.io/?EIO=4&transport=poll');
    await connection.awaitClose(60_000);
  }, 90_000);

  test('a thousand idle connections are nothing', async () => {
    const idle = await Promise.all(Array.from({ length: 1000 }, () => RawConnection.open(cluster.port)));
    expect(await statusOf(get('/healthz'))).toBe(200);
    for (const connection of idle) connection.destroy();
  });

  test('a flood of sign-ins is answered or shed, and others are served meanwhile', async () => {
    const visitor = new Api(cluster.url);
    const flood = Array.from({ length: 150 }, () =>
      visitor.post('/api/auth/login', { email: freshEmail(), password: PASSWORD }),
    );
    expect((await manager.put('/api/cm/user/fetch-users')).status).toBe(200);
    for (const answer of await Promise.all(flood)) {
      expect([401, 403, 429, 503]).toContain(answer.status);
      if (answer.status === 429 || answer.status === 503)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('a password beyond 128 bytes is 422, not hashed', async () => {
    const answer = await new Api(cluster.url).put('/api/auth/signup', {
      email: freshEmail(),
      password: 'x'.repeat(129),
      fullname: 'A',
    });
    expect(answer.status).toBe(422);
  });
});

describe('addresses', () => {
  test.each([
    '/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2f..%2fetc%2fpasswd',
    '/assets/....//....//etc/passwd',
    '/images/..%2f..%2frun%2fcredential',
    '/images/../run/credential',
    '/assets/%00',
    '//etc/passwd',
  ])('%s opens nothing', async (path) => {
    const [answer] = await exchange(cluster.port, get(path));
    expect([200, 400, 403, 404]).toContain(answer?.status);
    expect(answer?.body).not.toContain('root:');
    // A page path may answer with the web app itself.
    if (answer?.status === 200) expect(answer.headers.get('content-type')).toContain('text/html');
  });

  test('unknown calls are JSON 404, wrong methods 405 with Allow', async () => {
    const visitor = new Api(cluster.url);
    expect(await visitor.post('/api/no/such/call')).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    });
    const answer = await visitor.call('GET', '/api/auth/login');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('POST');
    expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
  });

  test('pages carry the security headers, hashed files are kept for ever', async () => {
    const page = await fetch(`${cluster.url}/client/auth/login`);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toContain('no-cache');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(/script-src[^;]*/.exec(policy)?.[0] ?? '').not.toMatch(/unsafe|\*|data:/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).not.toBeNull();
    const file = await fetch(cluster.url + asset);
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(file.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
    expect((await fetch(`${cluster.url}/assets/none.js`)).status).toBe(404);
  });

  test('answers of the API are not kept and not sniffed', async () => {
    const answer = await manager.put('/api/cm/user/fetch-users');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{8,}/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
