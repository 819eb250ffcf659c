// `./academy doctor`: what it finds of names, certificates and ports.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createListener } from 'node:net';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { Cluster } from '../../harness/cluster.ts';
import { doctor, expectWrong, of, portOf, UnstartedAcademy } from '../../harness/doctor.ts';
import { CertificateFolder } from '../../harness/servers/tls.ts';

// Academies are started, and every check is made each time.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let academy: UnstartedAcademy;
/** One that runs. */
let cluster: Cluster;

const ofRunning = (words: readonly string[]) => doctor(['--data', cluster.data, ...words]);

beforeAll(async () => {
  academy = await UnstartedAcademy.create();
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
});

afterAll(async () => {
  await cluster?.stop();
  await academy?.remove();
});

test('dns: a name that leads here, and one that leads nowhere', async () => {
  expect(of(await academy.doctor(['--public-url', 'http://localhost']), 'dns')).toBe(
    'ok      dns: localhost leads to this machine',
  );
  expectWrong(
    await academy.doctor(['--public-url', 'https://nowhere.invalid']),
    'dns',
    /nowhere\.invalid has no address/,
  );
});

describe('certificate', () => {
  let folder: CertificateFolder;
  beforeAll(async () => {
    folder = await CertificateFolder.create();
  });
  afterAll(() => folder.remove());

  const withFiles = (certificate: string, key: string, words: readonly string[] = []) =>
    academy.doctor(['--tls-cert', certificate, '--tls-key', key, ...words], { SSL_CERT_FILE: certificate });

  test('that is right, and trusted by the system', async () => {
    const { certificate, key } = await folder.make('good');
    const said = await withFiles(certificate, key, ['--public-url', 'https://localhost']);
    // Two days are soon.
    expect(of(said, 'certificate')).toMatch(
      /^advice {2}certificate: the certificate expires on 20\d\d-\d\d-\d\d\. Fix: renew it[^\n]*$/,
    );
  });

  test('that nobody trusts', async () => {
    const { certificate, key } = await folder.make('own');
    const said = await academy.doctor(['--tls-cert', certificate, '--tls-key', key]);
    expectWrong(
      { ...said, text: said.text.replace(/^advice.*\n/gm, '') },
      'certificate',
      /do not trust the certificate: self-signed/,
    );
  });

  test('that has expired', async () => {
    const { certificate, key } = await folder.make('old', 2020);
    expectWrong(await withFiles(certificate, key), 'certificate', /has expired, on 2020-12-31/);
  });

  test('for another name', async () => {
    const { certificate, key } = await folder.make('named');
    const said = await withFiles(certificate, key, ['--public-url', 'https://academy.test']);
    expect(of(said, 'certificate')).toMatch(
      /^wrong {3}certificate: the certificate is not for academy\.test\. Fix: .*DNS:localhost/m,
    );
  });

  test('with the key of another, and files that cannot be read', async () => {
    const { certificate } = await folder.make('one');
    const { key } = await folder.make('two');
    expect(of(await withFiles(certificate, key), 'certificate')).toMatch(
      /^wrong {3}certificate: \S+two\.key is not the key of \S+one\.pem/m,
    );
    expectWrong(await withFiles('/none.pem', key), 'certificate', /\/none\.pem cannot be read/);
  });

  test('that was renewed, and the edge has not been told', async () => {
    const { certificate, key } = await folder.make('renewed');
    const own = await Cluster.start({ flags: ['--tls-cert', certificate, '--tls-key', key] });
    const look = async () => of(await doctor(['--data', own.data], { SSL_CERT_FILE: certificate }), 'certificate');
    expect(await look()).not.toContain('still uses');
    await folder.make('renewed');
    expect(await look()).toMatch(/^advice {2}certificate: the academy still uses the certificate before /m);
    await own.stop();
  });
});

describe('ports', () => {
  test('that another program has', async () => {
    const taken = createListener();
    const port = await portOf(taken);
    expectWrong(await academy.doctor(['--port', `${port}`]), 'ports', new RegExp(`port ${port} of 127.0.0.1 is taken`));
    expectWrong(
      await academy.doctor(['--grpc-port-base', `${port}`]),
      'ports',
      new RegExp(`port ${port} .*grpc-port-base`),
    );
    taken.close();
    await once(taken, 'close');
    expect(of(await academy.doctor(['--port', `${port}`]), 'ports')).toMatch(/^ok {6}ports: port \d+ is free/);
  });

  test('the public address leads to this academy, to another, to something else or nowhere', async () => {
    const { url } = cluster;
    expect(of(await ofRunning(['--public-url', url]), 'ports')).toContain(`${url} is this academy`);

    const other = await Cluster.start({ flags: ['--bot-check', 'off'] });
    expectWrong(await ofRunning(['--public-url', other.url]), 'ports', /another academy answers at /);
    await other.stop();

    const server = createServer((_, answer) => answer.end('Welcome to nginx!'));
    const address = `http://127.0.0.1:${await portOf(server)}`;
    expectWrong(
      await ofRunning(['--public-url', address]),
      'ports',
      /what answers at .* is not the academy: HTTP\/1\.1 200/,
    );
    server.close();
    await once(server, 'close');
    expectWrong(await ofRunning(['--public-url', address]), 'ports', new RegExp(`nothing answers at ${address}`));
  });

  test('settings with another port than the running academy’s', async () => {
    expect(of(await ofRunning(['--port', '1']), 'ports')).toMatch(
      /^advice {2}ports: the academy listens on port \d+, the settings say 1\./,
    );
  });
});
