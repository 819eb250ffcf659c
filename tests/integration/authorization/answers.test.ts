// What every answer has in common, and the edge's own refusals.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, newLearner, PASSWORD, signIn } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { exchange, type RawAnswer } from '../../harness/raw.ts';

let cluster: Cluster;
let manager: Api;
let learner: Api;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
  learner = await signIn(cluster.url, (await newLearner(manager)).email);
});

afterAll(async () => {
  await cluster?.stop();
});

interface Sent {
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Sends one request as it is, without a client that adds headers, decompresses or follows redirects. */
async function ask(method: string, path: string, { headers = {}, body = '' }: Sent = {}): Promise<RawAnswer> {
  const length = body === '' ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
  const all = { Host: '127.0.0.1', Connection: 'close', ...length, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const [answer] = await exchange(
    cluster.port,
    Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`),
  );
  if (answer === undefined) throw new Error(`${method} ${path} was not answered`);
  return answer;
}

const json = (body: string, headers: Record<string, string> = {}): Sent => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body,
});
const bearer = (api: Api) => ({ Authorization: `Bearer ${api.token ?? ''}` });

/** The failure shape of every call. */
function expectFailure(answer: RawAnswer, status: number, code: string): Record<string, unknown> {
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  const body = JSON.parse(answer.body) as Record<string, unknown>;
  expect(body).toMatchObject({ code, message: expect.stringMatching(/./) });
  expect(body['requestId']).toBe(answer.headers.get('x-request-id'));
  expect(body['requestId']).toMatch(/^[0-9a-f-]{36}$/);
  return body;
}

describe('unknown calls', () => {
  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    '%s of an unknown call is 404, in JSON',
    async (method) => {
      for (const path of [
        '/api',
        '/api/',
        '/api/none',
        '/api/auth',
        '/api/auth/login/',
        '/api/auth/login/more',
        '/api//auth/login',
      ]) {
        expectFailure(await ask(method, path), 404, 'not_found');
      }
    },
  );

  test.each([
    ['GET', '/api/auth/login', ['POST']],
    ['DELETE', '/api/auth/login', ['POST']],
    ['OPTIONS', '/api/auth/login', ['POST']],
    ['POST', '/api/auth/signup', ['PUT']],
    ['PUT', '/api/cm/course/delete-course', ['DELETE']],
    ['POST', '/api/public/site', ['GET', 'HEAD']],
    ['GET', '/api/cm/media/uploads', ['DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'POST']],
    ['POST', '/images/none.png', ['GET', 'HEAD']],
    ['DELETE', '/media/none/master.m3u8', ['GET', 'HEAD']],
    ['POST', '/courses', ['GET', 'HEAD']],
    ['PUT', '/no/such/page', ['GET', 'HEAD']],
    ['POST', '/robots.txt', ['GET', 'HEAD']],
  ])('%s %s is 405 and names what is allowed', async (method, path, allowed) => {
    const answer = await ask(method, path);
    expectFailure(answer, 405, 'method_not_allowed');
    expect((answer.headers.get('allow') ?? '').split(', ').sort()).toEqual(allowed);
  });

  test('a method that HTTP does not know is 501', async () => {
    expectFailure(await ask('BREW', '/'), 501, 'not_implemented');
  });

  test('HEAD of a call that can be GET has its headers and no body', async () => {
    const get = await ask('GET', '/api/public/site');
    const connection = await fetch(`${cluster.url}/api/public/site`, { method: 'HEAD' });
    expect(connection.status).toBe(200);
    expect(connection.headers.get('content-length')).toBe(get.headers.get('content-length'));
    expect(await connection.text()).toBe('');
  });
});

describe('bodies that cannot be taken', () => {
  const login = '{"email":"a@b.c","password":"123456"}';

  test.each([
    ['text/plain', login],
    ['application/x-www-form-urlencoded', 'email=a'],
    ['application/xml', '<a/>'],
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="email"\r\n\r\na\r\n--b--\r\n'],
  ])('%s is 415 where JSON is wanted', async (type, body) => {
    expectFailure(
      await ask('POST', '/api/auth/login', { headers: { 'Content-Type': type }, body }),
      415,
      'unsupported_media_type',
    );
  });

  test('JSON is 415 where a form is expected', async () => {
    const answer = await ask('PUT', '/api/cm/course/create-course', json('{"title":"T"}', bearer(manager)));
    expectFailure(answer, 415, 'unsupported_media_type');
  });

  test('a compressed body is 415', async () => {
    expectFailure(
      await ask('POST', '/api/auth/login', json(login, { 'Content-Encoding': 'gzip' })),
      415,
      'unsupported_media_type',
    );
  });

  test('a tus body of another type is 415', async () => {
    const headers = { ...bearer(manager), 'Tus-Resumable': '1.0.0' };
    const created = await ask('POST', '/api/cm/media/uploads', { headers: { ...headers, 'Upload-Length': '4' } });
    expect(created.status).toBe(201);
    const path = created.headers.get('location') ?? '';
    const sent = { headers: { ...headers, 'Upload-Offset': '0', 'Content-Type': 'video/mp4' }, body: 'abcd' };
    expectFailure(await ask('PATCH', path, sent), 415, 'unsupported_media_type');
  });

  test('more than a megabyte of JSON is 413, and so is more than a form may have', async () => {
    expectFailure(await ask('POST', '/api/auth/login', json(`"${'x'.repeat(1024 * 1024)}"`)), 413, 'too_large');
    const headers = {
      ...bearer(manager),
      'Content-Type': 'multipart/form-data; boundary=b',
      'Content-Length': String(7 * 1024 * 1024),
    };
    expectFailure(await ask('PUT', '/api/cm/course/create-course', { headers }), 413, 'too_large');
  });

  test('a large body to a page is refused too', async () => {
    expectFailure(
      await ask('POST', '/courses', { headers: { 'Content-Length': String(1024 * 1024) } }),
      413,
      'too_large',
    );
  });

  test.each([
    ['email', '{"email":7,"password":"123456"}'],
    ['password', '{"email":"a@b.c","password":["x"]}'],
    ['password', '{"email":"a@b.c","password":{}}'],
  ])('a wrong type is 400 and names %s', async (field, body) => {
    const failure = expectFailure(await ask('POST', '/api/auth/login', json(body)), 400, 'wrong_type');
    expect(failure['data']).toEqual([{ field, code: expect.any(String), message: expect.stringContaining(field) }]);
  });

  test.each(['{', 'nothing', '[]', '"text"', '{} {}', '{"email":"a\u0000"}'])('%j is 400', async (body) => {
    expectFailure(await ask('POST', '/api/auth/login', json(body)), 400, 'invalid_json');
  });

  test('a wrong value is 422 and names its field', async () => {
    const body = JSON.stringify({ email: 'nobody', password: '1', fullname: 'A' });
    const failure = expectFailure(await ask('PUT', '/api/auth/signup', json(body)), 422, 'validation_failed');
    expect((failure['data'] as { field: string }[]).map((entry) => entry.field).sort()).toEqual(['email', 'password']);
  });

  test('unknown fields are ignored', async () => {
    expect((await ask('POST', '/api/public/fetch-courses', json('{"colour":{"deep":[1,null]}}'))).status).toBe(200);
  });
});

describe('who may call', () => {
  test('without a token the answer is 401 with WWW-Authenticate, with the other kind’s token 403', async () => {
    const answer = await ask('PUT', '/api/cm/user/fetch-users', json('{}'));
    expectFailure(answer, 401, 'unauthenticated');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expectFailure(await ask('PUT', '/api/cm/user/fetch-users', json('{}', bearer(learner))), 403, 'forbidden');
    expectFailure(await ask('POST', '/api/user/fetch-info', json('{}', bearer(manager))), 403, 'forbidden');
  });

  test('the calls that say so carry success: false', async () => {
    const body = JSON.stringify({ password: `not ${PASSWORD}`, newPassword: PASSWORD });
    const answer = await ask('PUT', '/api/cm/auth/update-password', json(body, bearer(manager)));
    expect(JSON.parse(answer.body)).toMatchObject({
      success: false,
      msg: expect.any(String),
      message: expect.any(String),
    });
  });
});

describe('errors before the call is known', () => {
  test.each([
    [400, 'bad_request', 'GET / HTTP/1.1\r\n\r\n'],
    [400, 'bad_request', 'GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n'],
    [414, 'uri_too_long', `GET /${'a'.repeat(9000)} HTTP/1.1\r\nHost: a\r\n\r\n`],
    [
      417,
      'expectation_failed',
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [431, 'headers_too_large', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`],
    [505, 'version_not_supported', 'GET / HTTP/3.0\r\nHost: a\r\n\r\n'],
  ])('%i %s has the same shape', async (status, code, bytes) => {
    const [answer] = await exchange(cluster.port, bytes);
    expectFailure(answer as RawAnswer, status, code);
  });
});

describe('caches', () => {
  test('no answer of the API may be cached', async () => {
    const answers = [
      await ask('GET', '/api/public/site'),
      await ask('POST', '/api/public/fetch-courses', json('{}')),
      await ask('GET', '/api/captcha/challenge'),
      await ask('POST', '/api/auth/trylogin', json('{}')),
      await ask('PUT', '/api/cm/user/fetch-users', json('{}', bearer(manager))),
      await ask('OPTIONS', '/api/cm/media/uploads'),
      await ask('GET', '/readyz'),
      await ask('GET', '/healthz'),
    ];
    for (const answer of answers) {
      expect(answer.status).toBeLessThan(300);
      expect(answer.headers.get('cache-control')).toBe('no-store');
    }
  });

  test('hashed files are cached for ever, pages are revalidated', async () => {
    const { path } = await largest();
    expect((await ask('GET', path)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await ask('GET', '/')).headers.get('cache-control')).toBe('no-cache');
  });

  test('an entity tag saves the body, and each coding has its own', async () => {
    const { path } = await largest();
    const tags = new Set<string>();
    for (const coding of ['br', 'gzip', 'identity']) {
      const headers = { 'Accept-Encoding': coding };
      const tag = (await ask('GET', path, { headers })).headers.get('etag') ?? '';
      tags.add(tag);
      const again = await ask('GET', path, { headers: { ...headers, 'If-None-Match': tag } });
      expect(again.status).toBe(304);
      expect(again.body).toBe('');
      expect(again.headers.get('vary')).toBe('Accept-Encoding');
      expect((await ask('GET', path, { headers: { ...headers, 'If-None-Match': '"other"' } })).status).toBe(200);
    }
    expect(tags.size).toBe(3);
  });
});

async function largest(): Promise<{ path: string; bytes: Buffer }> {
  const folder = join(ROOT, 'out/web/assets');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(folder, name))).size })));
  const name = sizes.sort((a, b) => b.size - a.size)[0]?.name ?? '';
  return { path: `/assets/${name}`, bytes: await readFile(join(folder, name)) };
}

describe('codings', () => {
  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0', 'gzip'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['gzip', 'gzip'],
    ['br;q=0.000, gzip;q=0', undefined],
    ['brotli', undefined],
    ['', undefined],
  ])('%j gets %s', async (accepted, coding) => {
    const { path, bytes } = await largest();
    const answer = await ask('GET', path, { headers: { 'Accept-Encoding': accepted } });
    expect(answer.headers.get('content-encoding')).toBe(coding);
    expect(answer.headers.get('vary')).toBe('Accept-Encoding');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const body = Buffer.from(answer.body, 'latin1');
    const plain = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
    expect(plain.equals(bytes)).toBe(true);
  });
});

describe('pages', () => {
  const policyOf = (answer: RawAnswer) =>
    new Map(
      (answer.headers.get('content-security-policy') ?? '').split(';').map((rule) => {
        const [name = '', ...values] = rule.trim().split(' ');
        return [name, values.join(' ')] as const;
      }),
    );

  test.each([
    '/',
    '/courses',
    '/courses/',
    '/client',
    '/client/courses/course/some-id',
    '/admin/users/user/some-id',
    '/error',
  ])('%s is a page', async (path) => {
    const answer = await ask('GET', path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  test.each(['/none', '/courses/none', '/client/courses/course', '/client/courses/course/a/b', '/admin/none'])(
    '%s is 404, and the web app’s page says so',
    async (path) => {
      const answer = await ask('GET', path);
      expect(answer.status).toBe(404);
      expect(answer.body).toContain('<div id="root">');
      const tag = (await ask('GET', '/')).headers.get('etag') ?? '';
      expect((await ask('GET', path, { headers: { 'If-None-Match': tag } })).status).toBe(404);
      expect((await fetch(cluster.url + path, { method: 'HEAD' })).status).toBe(404);
    },
  );

  test.each(['/none.js', '/.well-known', '/assets/none.css', '/index.html.none', '/images/none.png'])(
    '%s is a file that is not there',
    async (path) => {
      expectFailure(await ask('GET', path), 404, 'not_found');
    },
  );

  test('load only the academy’s own files', async () => {
    for (const path of ['/', '/none']) {
      const policy = policyOf(await ask('GET', path));
      expect(Object.fromEntries(policy)).toMatchObject({
        'default-src': "'self'",
        // Of what stands within the pages itself only that which the build made.
        'script-src': expect.stringMatching(/^'self'(?: 'sha256-[\w+/]{43}=')+$/),
        'style-src': expect.stringMatching(/^'self'(?: 'sha256-[\w+/]{43}=')+$/),
        'connect-src': "'self'",
        'media-src': "'self' blob:",
        'worker-src': "'self' blob:",
        'frame-src': "'none'",
        'object-src': "'none'",
        'frame-ancestors': "'none'",
        'base-uri': "'none'",
        'form-action': "'self'",
      });
      expect([...policy.values()].join(' ')).not.toMatch(/unsafe|\*|https?:/);
    }
  });

  test('carry the security headers', async () => {
    const { headers } = await ask('GET', '/');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // Not over plain HTTP: browsers ignore it there, and a proxy in front may set its own.
    expect(headers.has('strict-transport-security')).toBe(false);
  });

  test('the policy has room for reCAPTCHA only where it is configured', async () => {
    expect((await ask('GET', '/')).headers.get('content-security-policy')).not.toContain('google');
  });
});
