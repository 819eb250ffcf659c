// nginx and HAProxy with the shipped configurations in front of the academy, changed only in ports and certificates.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { gunzipSync } from 'node:zlib';

import { DefaultHttpStack, Upload } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, newLearner, PASSWORD, signIn } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { LiveConnection } from '../../harness/live.ts';
import { freePort, rewrite, startNginx, stopProxy, type Ports } from '../../harness/servers/proxy.ts';
import { CertificateFolder, TlsClient, type Certificate } from '../../harness/servers/tls.ts';
import { until } from '../../harness/until.ts';

const LIVE = '/socket.io/?EIO=4&transport=polling';

let folder: CertificateFolder;
let certificate: Certificate;
let cluster: Cluster;
let manager: Api;
let learnerEmail: string;

beforeAll(async () => {
  folder = await CertificateFolder.create();
  certificate = await folder.make('proxy');
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', '--trusted-proxy', '127.0.0.1'] });
  manager = (await firstManager(cluster.url, await cluster.setupCode())).api;
  learnerEmail = (await newLearner(manager)).email;
});

afterAll(async () => {
  await cluster?.stop();
  await folder?.remove();
});

async function startHaproxy(ports: Ports): Promise<ChildProcess> {
  const pem = join(folder.path, 'haproxy.pem');
  await writeFile(pem, (await readFile(certificate.certificate, 'utf8')) + (await readFile(certificate.key, 'utf8')));
  const shipped = await readFile(join(ROOT, 'deploy/haproxy.cfg'), 'utf8');
  const file = join(folder.path, 'haproxy.cfg');
  await writeFile(
    file,
    rewrite(shipped, [
      ['bind :80\n', `bind 127.0.0.1:${ports.plain}\n`],
      ['bind :443 ', `bind 127.0.0.1:${ports.tls} `],
      ['/etc/haproxy/academy.pem', pem],
      ['127.0.0.1:8080', `127.0.0.1:${cluster.port}`],
    ]),
  );
  return spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
}

interface Sessions {
  result: { peer: string; current: boolean }[];
}

/** The address of the caller's own session, as listed for its owner. */
async function peerOf(api: Api): Promise<string | undefined> {
  const { result } = await api.must<Sessions>('POST', '/api/user/fetch-sessions');
  return result.find((session) => session.current)?.peer;
}

describe.each([
  ['nginx', (ports: Ports) => startNginx(cluster, certificate, folder.path, ports)],
  ['HAProxy', startHaproxy],
] as const)('behind %s', (_, start) => {
  let ports: Ports;
  let proxy: ChildProcess;
  let client: TlsClient;

  beforeAll(async () => {
    ports = { plain: await freePort(), tls: await freePort() };
    proxy = await start(ports);
    client = await TlsClient.of(`https://127.0.0.1:${ports.tls}`, certificate.certificate);
    await until('the proxy', async () => (await client.request('GET', '/healthz')).status === 200);
  });

  afterAll(async () => {
    client?.close();
    await stopProxy(proxy);
  });

  test('calls, pages and files are the academy’s', async () => {
    const learners = await client.call<{ result: object[] }>('PUT', '/api/cm/user/fetch-users', {}, manager.token);
    expect(learners.status).toBe(200);
    expect(learners.body.result.length).toBeGreaterThan(0);
    const page = await client.request('GET', '/', { headers: { 'accept-encoding': 'br' } });
    expect(page.headers['content-encoding']).toBe('br');
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    expect((await client.request('GET', '/no/such/page')).status).toBe(404);
    const again = await client.request('GET', '/', {
      headers: { 'accept-encoding': 'br', 'if-none-match': String(page.headers['etag']) },
    });
    expect(again.status).toBe(304);
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await client.request('GET', '/')).body.toString())?.[1] ?? '';
    const whole = await client.request('GET', script);
    const part = await client.request('GET', script, { headers: { range: 'bytes=10-99' } });
    expect(part.status).toBe(206);
    expect(part.body.equals(whole.body.subarray(10, 100))).toBe(true);
  });

  test('a long list arrives as it was compressed', async () => {
    const course = { title: 'Long', description: 'A'.repeat(20_000) };
    const form = new FormData();
    for (const [name, value] of Object.entries(course)) form.set(name, value);
    await manager.must('PUT', '/api/cm/course/create-course', form);
    const list = (coding: string) =>
      client.request('POST', '/api/cm/course/fetch-courses', {
        headers: {
          authorization: `Bearer ${manager.token ?? ''}`,
          'content-type': 'application/json',
          'accept-encoding': coding,
        },
        body: '{}',
      });
    const plain = await list('identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await list('gzip');
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(packed.headers['vary']).toContain('Accept-Encoding');
    expect(gunzipSync(packed.body).equals(plain.body)).toBe(true);
    const zstd = await list('gzip, zstd');
    expect(zstd.headers['content-encoding']).toBe('zstd');
    expect(zstd.body.subarray(0, 4).toString('hex')).toBe('28b52ffd');
  });

  test('the academy knows that the request was HTTPS, and plain HTTP is redirected', async () => {
    expect((await client.request('GET', '/')).headers['strict-transport-security']).toMatch(/^max-age/);
    const plain = await fetch(`http://127.0.0.1:${ports.plain}/courses?lang=en`, { redirect: 'manual' });
    expect(plain.status).toBe(308);
    expect(plain.headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1(:\d+)?\/courses\?lang=en$/);
  });

  test('paths for this machine only are not reachable', async () => {
    expect((await client.request('GET', '/metrics')).status).toBe(404);
    expect((await client.request('GET', '/dev/mail')).status).toBe(404);
    // In every spelling.
    for (const path of ['/%6detrics', '/metric%73', '/%64ev/mail', '/dev%2Fmail', '/./metrics', '//metrics']) {
      const answer = await client.request('GET', path);
      expect(answer.body.toString(), path).not.toContain('academy_edge_');
    }
  });

  test('a target in absolute form is answered as one in origin form', async () => {
    const origin = `https://127.0.0.1:${ports.tls}`;
    for (const path of ['/healthz', '/metrics', '/dev/mail', '/%6detrics', '/no/such/page', LIVE]) {
      const [there, here] = [await client.raw('GET', path), await client.raw('GET', origin + path)];
      expect([path, here.status], path).toEqual([path, there.status]);
      expect(here.body, path).not.toContain('academy_edge_');
      expect(here.headers.get('strict-transport-security'), path).toBe(there.headers.get('strict-transport-security'));
    }
    // Another host than the field says is not another way in.
    for (const path of ['/metrics', '/dev/mail']) {
      for (const host of ['http://127.0.0.1', 'http://other.test', 'https://academy@127.0.0.1']) {
        const answer = await client.raw('GET', host + path);
        expect([400, 404], host + path).toContain(answer.status);
      }
    }
  });

  test('answers of the live connection say that this origin is HTTPS', async () => {
    const answer = await client.request('GET', LIVE);
    expect(answer.status).toBe(200);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
  });

  test('the client’s real address reaches the session, whatever the client claims', async () => {
    const account = { email: learnerEmail, password: PASSWORD };
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': '6.6.6.6', REMOTE_ADDR: '6.6.6.6' };
    const answer = await client.request('POST', '/api/auth/login', {
      headers,
      body: JSON.stringify(account),
      localAddress: '127.0.0.2',
      agent: false,
      ca: client.ca,
    });
    expect(answer.status).toBe(200);
    const { clientToken } = JSON.parse(answer.body.toString()) as { clientToken: string };
    expect(await peerOf(new Api(cluster.url, clientToken))).toBe('127.0.0.2');
  });

  test.each([[['polling']], [['websocket']], [['polling', 'websocket']]])(
    'the live connection works by %j',
    async (transports) => {
      const origin = { origin: `https://127.0.0.1:${ports.tls}` };
      const live = new LiveConnection(client.url, manager.token, {
        transports,
        ca: client.ca.toString(),
        extraHeaders: origin,
      });
      await live.connected();
      await live.got('onlineUsers');
      if (transports.includes('websocket')) await until('the upgrade', () => live.transport === 'websocket');
      live.close();
    },
  );

  test('an upload is stored as it arrives, not when it is complete', async () => {
    const bytes = randomBytes(2 * 1024 * 1024);
    const headers = { authorization: `Bearer ${manager.token ?? ''}`, 'tus-resumable': '1.0.0' };
    const created = await client.request('POST', '/api/cm/media/uploads', {
      headers: { ...headers, 'upload-length': String(bytes.length) },
    });
    const path = new URL(String(created.headers['location']), client.url).pathname;
    // Half of it, on a connection that then waits.
    const socket = connect({ host: '127.0.0.1', port: ports.tls, ca: client.ca });
    await once(socket, 'secureConnect');
    socket.write(
      `PATCH ${path} HTTP/1.1\r\nHost: 127.0.0.1:${ports.tls}\r\nAuthorization: Bearer ${manager.token}\r\n` +
        `Tus-Resumable: 1.0.0\r\nContent-Type: application/offset+octet-stream\r\nUpload-Offset: 0\r\n` +
        `Content-Length: ${bytes.length}\r\n\r\n`,
    );
    socket.write(bytes.subarray(0, bytes.length / 2));
    const asset = path.split('/').at(-1) ?? '';
    const file = join(cluster.data, 'catalog/uploads');
    await until('the first half', async () => {
      const name = (await readdir(file)).find((entry) => entry.includes(asset)) ?? asset;
      return (await stat(join(file, name))).size >= bytes.length / 4;
    });
    socket.destroy();
  });

  test('the tus client uploads', async () => {
    const bytes = randomBytes(1024 * 1024 + 5);
    await new Promise<void>((resolve, reject) => {
      new Upload(bytes, {
        endpoint: `${client.url}/api/cm/media/uploads`,
        httpStack: new DefaultHttpStack({ ca: client.ca }),
        headers: { Authorization: `Bearer ${manager.token}` },
        chunkSize: 256 * 1024,
        metadata: { filename: 'noise.mp4', filetype: 'video/mp4' },
        onSuccess: () => resolve(),
        onError: reject,
      }).start();
    });
  });
});

describe('without a proxy', () => {
  test('no other peer is believed', async () => {
    const account = { email: learnerEmail, password: PASSWORD };
    const login = (localAddress: string, forwarded: string) =>
      new Promise<string>((resolve, reject) => {
        const headers = { 'content-type': 'application/json', 'x-forwarded-for': forwarded };
        const sent = request(`${cluster.url}/api/auth/login`, { method: 'POST', headers, localAddress }, (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          answer.on('end', () => resolve((JSON.parse(text) as { clientToken: string }).clientToken));
        });
        sent.on('error', reject);
        sent.end(JSON.stringify(account));
      });
    expect(await peerOf(new Api(cluster.url, await login('127.0.0.3', '6.6.6.6')))).toBe('127.0.0.3');
    // A trusted proxy is, but only its right-most address.
    expect(await peerOf(new Api(cluster.url, await login('127.0.0.1', '6.6.6.6, 203.0.113.7')))).toBe('203.0.113.7');
  });

  test('an invalid list is reported in a clear line at start', async () => {
    await expect(Cluster.start({ flags: ['--trusted-proxy', 'proxy.example'] })).rejects.toThrow(
      "'proxy.example' is no address or network",
    );
  });

  test('a sign-in without a proxy has the socket’s address', async () => {
    const person = await newLearner(manager);
    expect(await peerOf(await signIn(cluster.url, person.email))).toBe('127.0.0.1');
  });
});
