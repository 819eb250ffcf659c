// The edge with its own certificate.
import { copyFile, readdir, readFile, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { freshEmail, PASSWORD } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { LiveConnection } from '../../harness/live.ts';
import { exchange, RawConnection } from '../../harness/raw.ts';
import { CertificateFolder, TlsClient, type Certificate } from '../../harness/servers/tls.ts';
import { until } from '../../harness/until.ts';

const LIVE = '/socket.io/?EIO=4&transport=polling';

let folder: CertificateFolder;
let used: Certificate;
let cluster: Cluster;
let client: TlsClient;
let token: string;

beforeAll(async () => {
  folder = await CertificateFolder.create();
  used = await folder.make('used');
  const flags = ['--bot-check', 'off', '--tls-cert', used.certificate, '--tls-key', used.key];
  cluster = await Cluster.start({ flags });
  client = await TlsClient.of(cluster.url, used.certificate);
  const account = { email: freshEmail('manager'), password: PASSWORD, fullname: 'First Manager' };
  expect((await client.call('PUT', '/api/cm/auth/signup', account)).status).toBe(201);
  token = (await client.call<{ token: string }>('POST', '/api/cm/auth/login', account)).body.token;
});

afterAll(async () => {
  client?.close();
  await cluster?.stop();
  await folder?.remove();
});

/** Performs a handshake and returns the socket. */
function shake(options: ConnectionOptions = {}): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: cluster.port, ca: client.ca, ...options });
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
  });
}

async function fingerprint(): Promise<string> {
  const socket = await shake({ rejectUnauthorized: false });
  const { fingerprint256 } = socket.getPeerCertificate();
  socket.destroy();
  return fingerprint256;
}

async function largestAsset(): Promise<{ path: string; bytes: Buffer }> {
  const assets = join(ROOT, 'out/web/assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  const sizes = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(assets, name))).size })));
  const { name } = sizes.sort((a, b) => b.size - a.size)[0] ?? { name: '' };
  return { path: `/assets/${name}`, bytes: await readFile(join(assets, name)) };
}

describe('answers', () => {
  test('say that this origin is HTTPS permanently', async () => {
    expect(cluster.url).toMatch(/^https:/);
    for (const path of ['/', '/api/public/site', '/api/none', LIVE, '/socket.io/?EIO=3', '/socket.io/x']) {
      expect((await client.request('GET', path)).headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
    }
  });

  test('tell managers that the certificate expires soon', async () => {
    interface Item {
      name: string;
      code: string;
      value: number;
    }
    const { body } = await client.call<{ result: Item[] }>('POST', '/api/cm/health/fetch', {}, token);
    const item = body.result.find(({ name }) => name === 'certificate');
    // It is good for two days.
    expect(item).toMatchObject({ state: 'warning', code: 'certificate_expiring' });
    expect(item?.value).toBeGreaterThan(24 * 3600);
    expect(item?.value).toBeLessThanOrEqual(48 * 3600);
  });

  test('so does the answer to a WebSocket’s handshake', async () => {
    const answer = await client.raw('GET', '/socket.io/?EIO=4&transport=websocket', [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
    ]);
    expect(answer.status).toBe(101);
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
    expect(answer.headers.get('x-request-id')).not.toBe(undefined);
  });

  test('a target in absolute form is answered as one in origin form', async () => {
    for (const path of ['/healthz', '/api/none', '/socket.io/x', LIVE]) {
      const there = await client.raw('GET', path);
      for (const origin of [cluster.url, 'https://other.test', 'http://other.test']) {
        expect((await client.raw('GET', origin + path)).status, origin + path).toBe(there.status);
      }
    }
  });

  test('a file is sent whole and in ranges', async () => {
    const { path, bytes } = await largestAsset();
    expect((await client.request('GET', path)).body.equals(bytes)).toBe(true);
    const part = await client.request('GET', path, { headers: { range: 'bytes=70000-170000' } });
    expect(part.status).toBe(206);
    expect(part.body.equals(bytes.subarray(70_000, 170_001))).toBe(true);
    const head = await client.request('HEAD', path);
    expect(head.headers['content-length']).toBe(String(bytes.length));
  });

  test('a client that reads slowly gets all of it', async () => {
    const { path, bytes } = await largestAsset();
    const socket = await shake();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    const chunks: Buffer[] = [];
    await new Promise<void>((resolve, reject) => {
      socket.on('error', reject);
      socket.on('end', resolve);
      socket.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        socket.pause();
        setImmediate(() => socket.resume());
      });
    });
    const whole = Buffer.concat(chunks);
    expect(whole.subarray(whole.indexOf('\r\n\r\n') + 4).equals(bytes)).toBe(true);
  });

  test('an upload goes through', async () => {
    const bytes = randomBytes(3 * 1024 * 1024 + 17);
    const headers = { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0' };
    const created = await client.request('POST', '/api/cm/media/uploads', {
      headers: { ...headers, 'upload-length': String(bytes.length) },
    });
    expect(created.status).toBe(201);
    const path = String(created.headers['location']);
    const sent = await client.request('PATCH', path, {
      headers: { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: bytes,
    });
    expect(sent.status).toBe(204);
    expect(sent.headers['upload-offset']).toBe(String(bytes.length));
  });

  test('many at once are answered', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        client.call('POST', '/api/cm/auth/check', {}, token, { agent: false, ca: client.ca }),
      ),
    );
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
  });
});

describe('handshakes', () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('%s is spoken, HTTP/2 in it or HTTP/1.1', async (version) => {
    for (const [offered, chosen] of [
      [['http/1.1', 'h2'], 'h2'],
      [['http/1.1'], 'http/1.1'],
    ] as const) {
      const socket = await shake({ minVersion: version, maxVersion: version, ALPNProtocols: [...offered] });
      expect(socket.getProtocol()).toBe(version);
      expect(socket.alpnProtocol).toBe(chosen);
      socket.destroy();
    }
  });

  test('older versions and weak ciphers are refused', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(shake(old)).rejects.toThrow();
    await expect(shake({ maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' })).rejects.toThrow();
  });

  test('plain HTTP is told to use https', async () => {
    const [answer] = await exchange(cluster.port, 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
    expect(answer?.status).toBe(400);
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ code: 'https_required', requestId: expect.any(String) });
    expect(answer?.headers.get('connection')).toBe('close');
  });

  test('a connection that only begins like TLS is closed', async () => {
    const connection = await RawConnection.open(cluster.port);
    await connection.send(Buffer.concat([Buffer.from([0x16, 3, 1, 2, 0]), randomBytes(512)]));
    await connection.awaitClose();
  });

  test('slow ones delay nobody, and are disconnected', async () => {
    const half = await Promise.all(Array.from({ length: 200 }, () => RawConnection.open(cluster.port)));
    // The beginning of a record, and nothing at all.
    await Promise.all(half.map((connection, i) => (i % 2 === 0 ? connection.send('\x16\x03\x01\x02\x00\x01') : true)));
    expect((await client.call('POST', '/api/cm/auth/check', {}, token)).status).toBe(200);
    await Promise.all(half.map((connection) => connection.awaitClose()));
  });
});

describe('the live connection', () => {
  test.each([[['polling']], [['websocket']], [['polling', 'websocket']]])('works by %j', async (transports) => {
    const live = new LiveConnection(cluster.url, token, { transports, ca: client.ca.toString() });
    await live.connected();
    await live.got('onlineUsers');
    if (transports.includes('websocket')) await until('the upgrade', () => live.transport === 'websocket');
    live.close();
  });

  test('a connection can continue with HTTP after polling', async () => {
    const socket = await shake();
    let text = '';
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    socket.write('GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await until('the handshake', () => text.includes('"sid"'));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await until('the answer', () => text.includes('Alive'));
    socket.destroy();
  });
});

describe('certificates', () => {
  test('SIGHUP loads a new one, and keeps the old one if the new one is invalid', async () => {
    const before = await fingerprint();
    const open = await shake();
    const next = await folder.make('next');
    const edge = await cluster.pidOf('edge');
    // The file is incomplete.
    await copyFile(next.certificate, used.certificate);
    process.kill(edge, 'SIGHUP');
    await until('the complaint', async () => (await cluster.logOf('edge')).includes('the one before stays'));
    expect(await fingerprint()).toBe(before);
    await copyFile(next.key, used.key);
    process.kill(edge, 'SIGHUP');
    await until('the new certificate', async () => (await fingerprint()) !== before);
    // Open connections continue.
    const answer = new Promise((resolve) => open.once('data', resolve));
    open.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(String(await answer)).toContain('200 OK');
    open.destroy();
    expect(await cluster.pidOf('edge')).toBe(edge);
  });

  test('an unusable one is reported in a clear line at start', async () => {
    const good = await folder.make('good');
    const other = await folder.make('other');
    const expired = await folder.make('expired', 2024);
    const early = await folder.make('early', 2090);
    const start = (certificate: string, key: string) =>
      Cluster.start({ flags: ['--tls-cert', certificate, '--tls-key', key] }).then((started) => started.stop());
    await expect(start(good.certificate, other.key)).rejects.toThrow(
      /the key .*other\.key is not that of the certificate/,
    );
    await expect(start(expired.certificate, expired.key)).rejects.toThrow(/the certificate .*expired\.pem has expired/);
    await expect(start(early.certificate, early.key)).rejects.toThrow(/the certificate .*early\.pem is not valid yet/);
    await expect(start(good.key, good.key)).rejects.toThrow(/cannot read the certificate .*good\.key/);
    await expect(start(good.certificate, join(folder.path, 'none.key'))).rejects.toThrow(
      'TLS needs a certificate and its key',
    );
    await expect(Cluster.start({ flags: ['--tls-cert', good.certificate] })).rejects.toThrow('TLS needs a certificate');
  });
});
