// Runs Lighthouse on the public pages with its mobile profile (a simulated slow phone on slow 4G).
//   node tests/bench/lighthouse.mjs [ROUNDS]
// Starts its own academy from out/, on free ports and a temporary folder, with six courses. Prints medians of ROUNDS
// (1) rounds, and what keeps a category below 100. Performance scores depend on how busy the machine is, so its load is
// printed too.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = ['/', '/courses'];
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const CHROMIUM = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const rounds = Number(process.argv[2] ?? 1);

const folder = await mkdtemp(join(tmpdir(), 'academy-'));
const data = join(folder, 'data');
const flags = ['run', '--no-build', '--port', '0', '--grpc-port-base', '0', '--data', data, '--bot-check', 'off'];
const child = spawn(join(ROOT, 'academy'), flags, { stdio: ['ignore', 'pipe', 'inherit'] });

async function addCourses(url) {
  const call = async (method, path, body, token) => {
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}) };
    if (!(body instanceof FormData)) headers['content-type'] = 'application/json';
    const answer = await fetch(url + path, {
      method,
      headers,
      body: body instanceof FormData ? body : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const account = { email: 'manager@academy.test', password: `Pass-${Date.now()}`, fullname: 'Bench' };
  await call('PUT', '/api/cm/auth/signup', account);
  const { token } = await call('POST', '/api/cm/auth/login', account);
  for (let i = 1; i <= 6; ++i) {
    const form = new FormData();
    form.set('title', `أساسيات التصوير الضوئي ${i}`);
    form.set('description', 'من الضوء إلى الصورة: دورة قصيرة للمبتدئين تبدأ من الكاميرا وتنتهي بمعرض صغير.');
    form.set('parts', JSON.stringify([{ title: 'الضوء' }, { title: 'الظل' }, { title: 'التكوين' }]));
    await call('PUT', '/api/cm/course/create-course', form, token);
  }
}

async function audit(url, round) {
  const file = join(folder, `report-${round}.json`);
  const profile = join(folder, `chromium-${round}-${url.length}`);
  await run(
    process.execPath,
    [
      join(ROOT, 'node_modules/lighthouse/cli/index.js'),
      ...[url, '--output=json', `--output-path=${file}`, '--quiet', '--no-enable-error-reporting'],
      ...[
        `--only-categories=${CATEGORIES.join(',')}`,
        `--chrome-flags=${[...CHROMIUM, `--user-data-dir=${profile}`].join(' ')}`,
      ],
    ],
    { env: { ...process.env, CHROME_PATH: '/usr/bin/chromium' }, maxBuffer: 1 << 26, timeout: 240_000 },
  );
  return JSON.parse(await readFile(file, 'utf8'));
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

try {
  const url = await new Promise((found, fail) => {
    createInterface(child.stdout).on('line', (line) => {
      const match = /^Academy is ready: (\S+)$/.exec(line);
      if (match) found(match[1]);
    });
    child.once('close', () => fail(new Error('the academy did not start')));
  });
  await addCourses(url);
  for (const path of PAGES) {
    const reports = [];
    for (let round = 0; round < rounds; ++round) reports.push(await audit(url + path, round));
    const scores = CATEGORIES.map(
      (name) => `${name} ${Math.round(100 * median(reports.map((report) => report.categories[name].score)))}`,
    );
    const time = (name) => `${(median(reports.map(({ audits }) => audits[name].numericValue)) / 1000).toFixed(2)} s`;
    const shift = median(reports.map(({ audits }) => audits['cumulative-layout-shift'].numericValue)).toFixed(3);
    const kilobytes = median(reports.map(({ audits }) => audits['total-byte-weight'].numericValue / 1024)).toFixed(0);
    console.log(`${path.padEnd(9)} ${scores.join('  ')}`);
    console.log(
      `          LCP ${time('largest-contentful-paint')}  FCP ${time('first-contentful-paint')}  blocked ${time('total-blocking-time')}` +
        `  shift ${shift}  ${kilobytes} KiB  load ${loadavg()[0].toFixed(1)}`,
    );
    const [last] = reports.slice(-1);
    for (const name of CATEGORIES.slice(1)) {
      for (const { id, weight } of last.categories[name].auditRefs) {
        const { score, title } = last.audits[id];
        if (weight > 0 && score !== null && score < 1) console.log(`          ${name}: ${title}`);
      }
    }
  }
} finally {
  child.kill('SIGTERM');
  if (child.exitCode === null) await once(child, 'close');
  await rm(folder, { recursive: true, force: true });
}
