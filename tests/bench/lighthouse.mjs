// Lighthouse on every public page, on the pages of signing in, and on the main screens of both areas, with its mobile
// profile (a computed slow phone on slow 4G), in the academy of the pictures (tests/look). Over TLS and HTTP/2, as
// visitors come; --plain is HTTP/1.1, whose six connections wait for each other.
//   node tests/bench/lighthouse.mjs [ROUNDS] [--only REGEX] [--wide] [--plain] [--data DIR]
// Prints medians of ROUNDS (1) rounds, and what keeps a category below 100. Performance scores depend on how busy the
// machine is, so its load is printed too; the other scores do not, and tests/e2e/lighthouse.test.ts asserts them.
// --only chooses among the screens of tests/look/screens.mjs by name, --wide is a computer, --data keeps the academy.
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Lighthouse } from '../harness/browser/lighthouse.mjs';
import { SCREENS } from '../look/screens.mjs';
import { World } from '../look/world.mjs';
import { median, table } from './lib/report.mjs';
import { ownCertificate } from './lib/tls.mjs';

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string', default: '' },
    wide: { type: 'boolean', default: false },
    plain: { type: 'boolean', default: false },
    data: { type: 'string' },
  },
});
const ROUNDS = Number(positionals[0] ?? 1);
// Error pages, and a list of licences in plain text, are for no visitor.
const LEFT_OUT = /^public\/(?:not-found|error|licences)$/;
const AREAS =
  /^(?:learner\/(?:courses|watch|info|security)|manager\/(?:dashboard|courses|course-edit|course-learners|learners|learner|activity|site))$/;
// Search engines are kept out of the guide, the sign-in and the areas.
const KINDS = [
  { names: /^public\/(?!guide)/, categories: ['performance', 'accessibility', 'best-practices', 'seo'], aim: 100 },
  { names: /^entry\/|^public\/guide/, categories: ['performance', 'accessibility', 'best-practices'], aim: 100 },
  { names: AREAS, categories: ['performance', 'accessibility', 'best-practices'], aim: 95 },
];

const only = new RegExp(flags.only);
const kindOf = ({ name }) => KINDS.find(({ names }) => names.test(name));
const screens = SCREENS.filter(
  (screen) =>
    only.test(screen.name) &&
    !LEFT_OUT.test(screen.name) &&
    !screen.act &&
    !screen.world &&
    kindOf(screen) !== undefined,
);
const seconds = (milliseconds) => (Number.isNaN(milliseconds) ? '' : `${(milliseconds / 1000).toFixed(2)} s`);

const folder = await mkdtemp(join(tmpdir(), 'academy-'));
const data = flags.data ?? folder;
let world;
let lighthouse;
try {
  const tls = flags.plain ? [] : (await ownCertificate(folder)).flags;
  world = await World.start('many', join(data, 'many'), tls);
  lighthouse = await Lighthouse.start('--ignore-certificate-errors');
  const rows = [];
  const failures = new Map();
  for (const screen of screens) {
    const { categories, aim } = kindOf(screen);
    const path = typeof screen.path === 'function' ? screen.path(world, 'ar') : screen.path;
    const results = [];
    for (let round = 0; round < ROUNDS; ++round) {
      const storage = world.session(screen.as);
      const result = await lighthouse.audit(world.url + path, { categories, wide: flags.wide, storage });
      if (result.at !== path.split('?')[0]) throw new Error(`${path} led to ${result.at}`);
      results.push(result);
    }
    const figure = (id) => median(results.map((result) => result.figure(id)));
    const scores = KINDS[0].categories.map((category) =>
      categories.includes(category) ? median(results.map((result) => result.scores[category])) : undefined,
    );
    for (const failed of results.at(-1).failed) failures.set(failed, [...(failures.get(failed) ?? []), screen.name]);
    const row = [
      screen.name,
      ...scores.map((score) => (score === undefined ? '' : `${score}${score < aim ? ' !' : ''}`)),
      ...['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'].map((id) => seconds(figure(id))),
      figure('cumulative-layout-shift').toFixed(3),
      `${(figure('total-byte-weight') / 1024).toFixed(0)} KiB`,
      loadavg()[0].toFixed(1),
    ];
    rows.push(row);
    console.log(row.join('  '));
  }
  table(
    `Lighthouse, ${flags.wide ? 'a computer' : 'a slow phone'}, ${flags.plain ? 'HTTP/1.1' : 'HTTP/2'}, ${ROUNDS} rounds (aim: public and sign-in 100, areas 95; ! misses it)`,
    ['screen', 'performance', 'accessibility', 'practices', 'SEO', 'FCP', 'LCP', 'blocked', 'shift', 'bytes', 'load'],
    rows,
  );
  for (const [failed, where] of failures) console.log(`${failed}\n    at ${where.join(', ')}`);
} finally {
  await lighthouse?.close();
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
}
