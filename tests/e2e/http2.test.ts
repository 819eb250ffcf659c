// A browser and an academy with its own certificate: all goes over HTTP/2, and stays so beside the live connection.
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshEmail, PASSWORD } from '../harness/api.ts';
import { launchBrowser } from '../harness/browser/browser.ts';
import { Cluster } from '../harness/cluster.ts';
import { CertificateFolder, TlsClient } from '../harness/servers/tls.ts';
import { until } from '../harness/until.ts';

interface SignedIn {
  token: string;
  result: { _id: string; fullname: string };
}

let folder: CertificateFolder;
let cluster: Cluster;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  folder = await CertificateFolder.create();
  const used = await folder.make('used');
  const flags = ['--bot-check', 'off', '--tls-cert', used.certificate, '--tls-key', used.key];
  cluster = await Cluster.start({ flags });
  const client = await TlsClient.of(cluster.url, used.certificate);
  const account = { email: freshEmail('manager'), password: PASSWORD, fullname: 'First Manager' };
  await client.call('PUT', '/api/cm/auth/signup', account);
  const { body } = await client.call<SignedIn>('POST', '/api/cm/auth/login', account);
  client.close();
  browser = await launchBrowser();
  context = await browser.newContext({ baseURL: cluster.url, ignoreHTTPSErrors: true });
  await context.addInitScript(
    (session) => {
      for (const [name, value] of Object.entries(session)) localStorage.setItem(name, value);
    },
    {
      token: body.token,
      userId: body.result._id,
      fullname: body.result.fullname,
      tokenExpiration: new Date(Date.now() + 28_000_000).toISOString(),
    },
  );
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
  await folder?.remove();
});

test('pages, calls and polls are HTTP/2, before and after a WebSocket was opened', async () => {
  for (const visit of ['first', 'second']) {
    const page = await context.newPage();
    let sockets = 0;
    page.on('websocket', (socket) => socket.on('framereceived', () => ++sockets));
    await page.goto('/admin');
    await until('the WebSocket', () => sockets > 0);
    const used = await page.evaluate(() =>
      performance
        .getEntries()
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .map(({ name, nextHopProtocol }) => ({ path: new URL(name).pathname, nextHopProtocol })),
    );
    expect(used.some(({ path }) => path.startsWith('/api/'))).toBe(true);
    expect(used.some(({ path }) => path.startsWith('/socket.io/'))).toBe(true);
    // What came from the browser's cache has none.
    const others = used.filter(({ nextHopProtocol }) => nextHopProtocol !== 'h2' && nextHopProtocol !== '');
    expect(others, visit).toEqual([]);
    await page.close();
  }
});
