// Requests that no well-behaved client sends, against a running edge; hostile bodies are in hostile-bodies.test.ts.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { Api, freshEmail, PASSWORD } from '../../harness/api.ts';
import { AttackedEdge, get, HOST, MIB } from '../../harness/academies/attacked-edge.ts';
import { ROOT } from '../../harness/cluster.ts';
import { exchange, RawConnection } from '../../harness/raw.ts';

let edge: AttackedEdge;
let asset: string;

beforeAll(async () => {
  edge = await AttackedEdge.start();
  const folder = join(ROOT, 'out/web/assets');
  const scripts = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sized = await Promise.all(scripts.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
  asset = `/assets/${sized.sort((a, b) => b.size - a.size)[0]?.name}`;
});

// After every attack the same edge process must serve the next visitor.
afterEach(async () => {
  expect(await edge.serves()).toBe(true);
});

afterAll(async () => {
  await edge?.stop();
});

describe('heads', () => {
  test('200,000 headers are 431', async () => {
    const connection = await RawConnection.open(edge.cluster.port);
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
    expect(await edge.statusOf(get('/healthz', headers(99)))).toBe(200);
    expect(await edge.statusOf(get('/healthz', headers(100)))).toBe(431);
  });

  test('a head above 16 KiB is 431, even without an end', async () => {
    expect(await edge.statusOf(get('/healthz', `X-Long: ${'a'.repeat(17 * 1024)}\r\n`))).toBe(431);
    expect(await edge.statusOf(`GET /healthz HTTP/1.1\r\nX-Long: ${'a'.repeat(64 * 1024)}`)).toBe(431);
  });

  test('a long path is 414', async () => {
    expect(await edge.statusOf(get(`/${'a'.repeat(9 * 1024)}`))).toBe(414);
    expect([414, 431]).toContain(await edge.statusOf(get(`/${'a'.repeat(200 * 1024)}`)));
  });

  test.each([
    'GARBAGE\r\n\r\n',
    'GET\r\n\r\n',
    'GET /healthz\r\n\r\n',
    'GET /healthz HTTP/9.9\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00',
  ])('what is not HTTP/1.x is refused: %j', async (bytes) => {
    const connection = await RawConnection.open(edge.cluster.port);
    await connection.send(bytes);
    connection.socket.end();
    await connection.awaitClose();
    const [answer] = await connection.answers();
    if (answer) expect([400, 405, 505]).toContain(answer.status);
  });

  test('a REMOTE_ADDR header does not change the peer’s address', async () => {
    expect(await edge.statusOf(get('/metrics', 'REMOTE_ADDR: 203.0.113.7\r\nX-Forwarded-For: 203.0.113.7\r\n'))).toBe(
      200,
    );
  });

  test('a POST without a length has no body, and is answered at once', async () => {
    const connection = await RawConnection.open(edge.cluster.port);
    await connection.send(`POST /api/cm/auth/check-signup HTTP/1.1\r\n${HOST}\r\n` + get('/healthz'));
    expect((await connection.answers(2)).map(({ status }) => status)).toEqual([403, 200]);
    connection.destroy();
  });

  test('pipelined requests are answered one by one, in order', async () => {
    const answers = await exchange(
      edge.cluster.port,
      get('/healthz') + get('/api/nothing') + get('/healthz', 'Connection: close\r\n'),
      3,
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 200]);
  });

  test('Connection: Close ends the connection whatever its case', async () => {
    const connection = await RawConnection.open(edge.cluster.port);
    await connection.send(get('/healthz', 'Connection: Close\r\n'));
    expect((await connection.answers())[0]?.status).toBe(200);
    await connection.awaitClose();
  });

  test('Expect: 100-continue is answered', async () => {
    const connection = await RawConnection.open(edge.cluster.port);
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
    const whole = await fetch(edge.cluster.url + asset, { headers: { 'accept-encoding': 'identity' } });
    const size = (await whole.arrayBuffer()).byteLength;
    const ranges = Array.from({ length: 60 }, (_, i) => `${i}-`).join(',');
    const before = await edge.residentBytes();
    const ask = async () => {
      const answer = await fetch(edge.cluster.url + asset, {
        headers: { range: `bytes=${ranges}`, 'accept-encoding': 'identity' },
      });
      expect([200, 206, 416]).toContain(answer.status);
      expect(answer.headers.get('content-type') ?? '').not.toContain('multipart');
      expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(size);
    };
    await Promise.all(Array.from({ length: 20 }, ask));
    // Sixty copies of a file of that size, twenty at once, would need more.
    expect((await edge.residentBytes()) - before).toBeLessThan(64 * MIB);
  });
});

describe('slow and many', () => {
  test('slow heads and bodies delay nobody, and are disconnected', async () => {
    const half = await Promise.all(Array.from({ length: 200 }, () => RawConnection.open(edge.cluster.port)));
    const slowBody = `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
    const slowChunks = `POST /api/auth/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n3`;
    await Promise.all(half.map((connection, i) => connection.send([`GET / HT`, slowBody, slowChunks][i % 3] ?? '')));
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => new Api(edge.cluster.url).post('/api/cm/auth/check-signup')),
    );
    expect(answers.every((answer) => answer.status === 403)).toBe(true);
    // Uploads too, whose bodies are streamed to a handler.
    await Promise.all(half.map((connection) => connection.awaitClose(120_000)));
  }, 150_000);

  test('slow uploads do not occupy the workers', async () => {
    const opened: RawConnection[] = [];
    for (let i = 0; i < 40; ++i) {
      const created = await fetch(`${edge.cluster.url}/api/cm/media/uploads`, {
        method: 'POST',
        headers: { authorization: `Bearer ${edge.manager.token}`, 'tus-resumable': '1.0.0', 'upload-length': '1000' },
      });
      const location = new URL(created.headers.get('location') ?? '', edge.cluster.url).pathname;
      const connection = await RawConnection.open(edge.cluster.port);
      opened.push(connection);
      await connection.send(
        `PATCH ${location} HTTP/1.1\r\n${HOST}Authorization: Bearer ${edge.manager.token}\r\nTus-Resumable: 1.0.0\r\n` +
          `Content-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\nContent-Length: 1000\r\n\r\n1`,
      );
    }
    const answer = await new Api(edge.cluster.url).post('/api/cm/auth/check-signup');
    expect(answer.status).toBe(403);
    for (const connection of opened) connection.destroy();
  });

  test('a slow request on a connection of the live gateway is disconnected too', async () => {
    const connection = await RawConnection.open(edge.cluster.port);
    await connection.send(get('/socket.io/?EIO=4&transport=polling'));
    expect((await connection.answers())[0]?.status).toBe(200);
    await connection.send('GET /socket.io/?EIO=4&transport=poll');
    await connection.awaitClose(60_000);
  }, 90_000);

  test('a thousand idle connections do no harm', async () => {
    const idle = await Promise.all(Array.from({ length: 1000 }, () => RawConnection.open(edge.cluster.port)));
    expect(await edge.statusOf(get('/healthz'))).toBe(200);
    for (const connection of idle) connection.destroy();
  });

  test('a flood of sign-ins is answered or shed, and other calls are served meanwhile', async () => {
    const visitor = new Api(edge.cluster.url);
    const flood = Array.from({ length: 150 }, () =>
      visitor.post('/api/auth/login', { email: freshEmail(), password: PASSWORD }),
    );
    expect((await edge.manager.put('/api/cm/user/fetch-users')).status).toBe(200);
    for (const answer of await Promise.all(flood)) {
      expect([401, 403, 429, 503]).toContain(answer.status);
      if (answer.status === 429 || answer.status === 503)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  test('a password beyond 128 bytes is 422, not hashed', async () => {
    const answer = await new Api(edge.cluster.url).put('/api/auth/signup', {
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
    '/images/..%2f..%2fkeys%2fmedia',
    '/images/../keys/media',
    '/assets/%00',
    '//etc/passwd',
  ])('%s opens nothing', async (path) => {
    const [answer] = await exchange(edge.cluster.port, get(path));
    expect([200, 400, 403, 404]).toContain(answer?.status);
    expect(answer?.body).not.toContain('root:');
    expect(answer?.body).not.toContain('purpose media');
    // A page path may answer with the web app itself.
    if (answer?.status === 200) expect(answer.headers.get('content-type')).toContain('text/html');
  });

  // Front door and live gateway once parsed these differently, and handed them back and forth for ever.
  test.each([
    'GET http://x/socket.io/?EIO=4&transport=polling',
    '\r\nGET /socket.io/?EIO=4&transport=polling',
    '\r\n\r\nGET https://x/socket.io/?EIO=4&transport=polling',
  ])('%j is answered, and again on the same connection', async (begin) => {
    const request = `${begin} HTTP/1.1\r\n${HOST}\r\n`;
    const connection = await RawConnection.open(edge.cluster.port);
    for (let asked = 1; asked <= 2; ++asked) {
      await connection.send(request);
      expect((await connection.answers(asked))[asked - 1]?.status).toBe(200);
    }
    await connection.send(get('http://x/healthz'));
    expect((await connection.answers(3))[2]?.body).toContain('Alive');
    connection.destroy();
  });

  test('unknown calls are JSON 404, wrong methods 405 with Allow', async () => {
    const visitor = new Api(edge.cluster.url);
    expect(await visitor.post('/api/no/such/call')).toMatchObject({
      status: 404,
      body: { message: expect.any(String) },
    });
    const answer = await visitor.call('GET', '/api/auth/login');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('POST');
    expect(answer.headers.get('x-request-id')).toBe(answer.body.requestId);
  });

  test('pages carry the security headers, and hashed files are cached for ever', async () => {
    const page = await fetch(`${edge.cluster.url}/client/auth/login`);
    expect(page.status).toBe(200);
    expect(page.headers.get('cache-control')).toContain('no-cache');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(/script-src[^;]*/.exec(policy)?.[0] ?? '').not.toMatch(/unsafe|\*|data:/);
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
    expect(page.headers.get('referrer-policy')).not.toBeNull();
    const file = await fetch(edge.cluster.url + asset);
    expect(file.headers.get('cache-control')).toContain('immutable');
    expect(file.headers.get('content-encoding')).toMatch(/^(br|gzip)$/);
    expect((await fetch(`${edge.cluster.url}/assets/none.js`)).status).toBe(404);
  });

  test('answers of the API are neither cached nor sniffed', async () => {
    const answer = await edge.manager.put('/api/cm/user/fetch-users');
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{8,}/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });
});
