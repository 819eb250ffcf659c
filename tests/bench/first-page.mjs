// How soon a first visitor with a slow phone sees something: the largest contentful paint with an empty cache, over a
// link of 1.6 Mbit/s and 150 ms round trip, with a processor four times slower than this one. Over TLS, as visitors come:
// once without HTTP/2 and once with it.
//   node tests/bench/first-page.mjs [ROUNDS]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Academy } from './lib/academy.mjs';
import { launchBrowser, learnerStorage, managerStorage, slowDown } from './lib/browser.mjs';
import { fillCatalogue } from './lib/catalogue.mjs';
import { load, median, ms, table } from './lib/report.mjs';
import { slowLink } from './lib/slow-link.mjs';
import { ownCertificate } from './lib/tls.mjs';

const ROUNDS = Number(process.argv[2] ?? 5);
const LINK = { rttMs: 150, bytesPerSecond: 200_000 };
const SLOWER = 4;
const PHONE = { viewport: { width: 375, height: 760 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const AIM_PUBLIC_MS = 1500;
const AIM_AREA_MS = 2500;

const folder = await mkdtemp(join(tmpdir(), 'academy-'));
const academy = await Academy.start(200, { flags: (await ownCertificate(folder)).flags });
const edgePort = Number(new URL(academy.url).port);
// Chromium without HTTP/2 speaks HTTP/1.1, over up to six connections.
// A visitor's browser trusts the certificate. One that is told of an error, even to ignore it, opens each connection
// twice.
const TRUSTS = '--ignore-certificate-errors';
const browsers = [await launchBrowser(TRUSTS, '--disable-http2'), await launchBrowser(TRUSTS)];

/** Visits a page with an empty cache; the figures of the largest contentful paint. */
async function visit(browser, link, path, kept) {
  const context = await browser.newContext(PHONE);
  await context.addInitScript((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    window.paints = [];
    new PerformanceObserver((found) => window.paints.push(...found.getEntries())).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    });
  }, kept);
  const page = await context.newPage();
  await slowDown(page, SLOWER);
  link.received();
  await page.goto(`https://127.0.0.1:${link.port}${path}`, { waitUntil: 'networkidle', timeout: 120_000 });
  await page.waitForFunction(() => window.paints.length > 0, undefined, { timeout: 60_000 });
  // Until nothing larger has been painted for a second.
  for (let seen = 0; ;) {
    const now = await page.evaluate(() => window.paints.length);
    if (now === seen) break;
    seen = now;
    await pause(1000);
  }
  const { paint, what, protocol } = await page.evaluate(() => {
    const last = window.paints.at(-1);
    const element = last?.element;
    return {
      paint: last?.startTime ?? NaN,
      what: element ? `${element.tagName.toLowerCase()} ${element.textContent.trim().slice(0, 30)}` : '',
      protocol: performance.getEntriesByType('navigation')[0].nextHopProtocol,
    };
  });
  const bytes = link.received();
  await context.close();
  return { paint, what, protocol, bytes };
}

try {
  const { manager, learner } = await fillCatalogue(academy, { courses: 20, assigned: 5 });
  const asLearner = learnerStorage(learner);
  const asManager = managerStorage(manager);
  const visits = [
    ['home', '/', {}, AIM_PUBLIC_MS],
    ['courses', '/courses', {}, AIM_PUBLIC_MS],
    ["a learner's courses", '/client/courses/list', asLearner, AIM_AREA_MS],
    ["a manager's dashboard", '/admin', asManager, AIM_AREA_MS],
  ];
  const rows = [];
  for (const [name, path, storage, aim] of visits) {
    for (const browser of browsers) {
      const link = await slowLink(edgePort, LINK);
      const results = [];
      for (let i = 0; i < ROUNDS; ++i) results.push(await visit(browser, link, path, storage));
      link.close();
      const paints = results.map(({ paint }) => paint);
      const [{ protocol, bytes, what }] = results;
      rows.push([
        ...[name, protocol, ms(median(paints)), ms(Math.min(...paints)), ms(Math.max(...paints))],
        ...[`${(bytes / 1024).toFixed(0)} KiB`, `under ${aim} ms`, what],
      ]);
    }
  }
  table(
    `Largest contentful paint, 1.6 Mbit/s, 150 ms, processor ${SLOWER}x slower, ${ROUNDS} rounds (${load()})`,
    ['page', 'protocol', 'median', 'least', 'most', 'received', 'aim', 'what was painted'],
    rows,
  );
} finally {
  for (const browser of browsers) await browser.close();
  await academy.stop();
  await rm(folder, { recursive: true, force: true });
}
