// HTTP/2 at the edge with its own certificate.
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { connect, constants, type ClientHttp2Session, type OutgoingHttpHeaders } from 'node:http2';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshEmail, PASSWORD } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { CertificateFolder } from '../../harness/servers/tls.ts';
import { until } from '../../harness/until.ts';

interface Answer {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

let folder: CertificateFolder;
let cluster: Cluster;
let ca: Buffer;
let session: ClientHttp2Session;
let token: string;

function ask(over: ClientHttp2Session, headers: OutgoingHttpHeaders, body?: Buffer | string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = over.request(headers, { endStream: body === undefined });
    const chunks: Buffer[] = [];
    let head: Answer['headers'] = {};
    stream.on('response', (received) => (head = received));
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('error', reject);
    stream.on('end', () =>
      resolve({ status: Number(head[':status'] ?? 0), headers: head, body: Buffer.concat(chunks) }),
    );
    if (body !== undefined) stream.end(body);
  });
}

async function call(method: string, path: string, body: object): Promise<{ status: number; body: never }> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const headers = { ':method': method, ':path': path, 'content-type': 'application/json', ...authorization };
  const answer = await ask(session, headers, JSON.stringify(body));
  return { status: answer.status, body: JSON.parse(answer.body.toString()) as never };
}

beforeAll(async () => {
  folder = await CertificateFolder.create();
  const used = await folder.make('used');
  ca = await readFile(used.certificate);
  cluster = await Cluster.start({
    flags: ['--bot-check', 'off', '--tls-cert', used.certificate, '--tls-key', used.key],
  });
  session = connect(cluster.url, { ca });
  await once(session, 'connect');
});

afterAll(async () => {
  session?.destroy();
  await cluster?.stop();
  await folder?.remove();
});

test('a manager signs in and reads a list', async () => {
  const account = { email: freshEmail('manager'), password: PASSWORD, fullname: 'First Manager' };
  expect((await call('PUT', '/api/cm/auth/signup', account)).status).toBe(201);
  ({ token } = (await call('POST', '/api/cm/auth/login', account)).body as { token: string });
  expect((await call('POST', '/api/cm/auth/check', {})).status).toBe(200);
  const { status, body } = await call('POST', '/api/public/fetch-courses', {});
  expect(status).toBe(200);
  expect(body).toHaveProperty('result');
  expect(session.alpnProtocol).toBe('h2');
});

test('a file is sent whole, in ranges, and many times at once', async () => {
  const assets = join(ROOT, 'out/web/assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(assets, name))).size })));
  const { name } = sizes.sort((a, b) => b.size - a.size)[0] ?? { name: '' };
  const bytes = await readFile(join(assets, name));
  const get = (headers: OutgoingHttpHeaders = {}) => ask(session, { ':path': `/assets/${name}`, ...headers });
  const part = await get({ range: 'bytes=70000-170000' });
  expect(part.status).toBe(206);
  expect(part.body.equals(bytes.subarray(70_000, 170_001))).toBe(true);
  const head = await get({ ':method': 'HEAD' });
  expect(head.headers['content-length']).toBe(String(bytes.length));
  for (const answer of await Promise.all(Array.from({ length: 30 }, () => get()))) {
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
    expect(answer.body.equals(bytes)).toBe(true);
  }
});

test('an upload goes through', async () => {
  const bytes = randomBytes(3 * 1024 * 1024 + 17);
  const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
  const created = await ask(session, {
    ...{ ':method': 'POST', ':path': '/api/cm/media/uploads', 'upload-length': String(bytes.length) },
    ...headers,
  });
  expect(created.status).toBe(201);
  const sent = await ask(
    session,
    {
      ...{ ':method': 'PATCH', ':path': String(created.headers['location']), 'upload-offset': '0' },
      ...{ 'content-type': 'application/offset+octet-stream' },
      ...headers,
    },
    bytes,
  );
  expect(sent.status).toBe(204);
  expect(sent.headers['upload-offset']).toBe(String(bytes.length));
});

test('refusals are those of HTTP/1.1', async () => {
  expect((await ask(session, { ':path': '/api/none' })).status).toBe(404);
  expect((await ask(session, { ':path': '/healthz', 'x-large': 'a'.repeat(17_000) })).status).toBe(431);
  expect((await ask(session, { ':method': 'BREW', ':path': '/' })).status).toBe(501);
  const without = await ask(session, { ':method': 'POST', ':path': '/api/cm/media/uploads', 'tus-resumable': '1.0.0' });
  expect(without.status).toBe(401);
});

test('the live connection is polled', async () => {
  const path = '/socket.io/?EIO=4&transport=polling';
  const opened = await ask(session, { ':path': path });
  expect(opened.status).toBe(200);
  expect(opened.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
  const { sid } = JSON.parse(opened.body.toString().slice(1)) as { sid: string };
  const sent = await ask(
    session,
    { ':method': 'POST', ':path': `${path}&sid=${sid}` },
    `40${JSON.stringify({ token })}`,
  );
  expect(sent.body.toString()).toBe('ok');
  const answer = await ask(session, { ':path': `${path}&sid=${sid}` });
  expect(answer.body.toString()).toMatch(/^40\{"sid":/);
});

test('on SIGTERM what was asked is answered, and the client is told to go', async () => {
  const goodbyes: number[] = [];
  session.on('goaway', (code) => goodbyes.push(code));
  const closed = once(session, 'close');
  const stream = session.request({
    ':method': 'POST',
    ':path': '/api/cm/auth/check',
    authorization: `Bearer ${token}`,
  });
  const answered = once(stream, 'response');
  stream.write('{');
  // The edge has the request: it answers a later one.
  expect((await ask(session, { ':path': '/healthz' })).status).toBe(200);
  process.kill(await cluster.pidOf('edge'), 'SIGTERM');
  await until('the goodbye', () => goodbyes.length > 0);
  stream.end('}');
  const [head] = (await answered) as [{ ':status': number }];
  expect(head[':status']).toBe(200);
  stream.resume();
  await closed;
  expect(goodbyes.every((code) => code === constants.NGHTTP2_NO_ERROR)).toBe(true);
});
