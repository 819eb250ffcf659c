// Lighthouse's accessibility, best practices and SEO on two public pages and in a manager's area. Its performance is a
// matter of time, which tests do not assert: see the bench `lighthouse`.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { firstManager, newCourse, newLearner, type Course } from '../harness/api.ts';
import { Lighthouse, type Category } from '../harness/browser/lighthouse.mjs';
import { managerStorage } from '../harness/browser/manager-browser.ts';
import { Cluster } from '../harness/cluster.ts';
import { ownSite } from '../harness/own-site.ts';

let site: string;
let cluster: Cluster;
let lighthouse: Lighthouse;
let course: Course;
let manager: Record<string, string>;

beforeAll(async () => {
  site = await ownSite();
  [cluster, lighthouse] = await Promise.all([
    Cluster.start({ flags: ['--bot-check', 'off', '--site', site] }),
    Lighthouse.start(),
  ]);
  const { api } = await firstManager(cluster.url);
  course = await newCourse(api, 'أساسيات التصوير الضوئي', ['الضوء', 'الظل']);
  await newLearner(api);
  manager = await managerStorage(api);
});

afterAll(async () => {
  await lighthouse?.close();
  await cluster?.stop();
  if (site) await rm(dirname(site), { recursive: true });
});

/** Fails with the audits that cost points. */
async function reach(path: string, least: number, categories: Category[], storage: Record<string, string> = {}) {
  const { at, scores, failed } = await lighthouse.audit(cluster.url + path, { categories, storage });
  expect(at).toBe(path);
  expect(Object.keys(scores).sort()).toEqual([...categories].sort());
  for (const [category, score] of Object.entries(scores))
    expect.soft(score, `${category} of ${path}:\n${failed.join('\n')}`).toBeGreaterThanOrEqual(least);
}

const PUBLIC: Category[] = ['accessibility', 'best-practices', 'seo'];

test('the home page has full marks', () => reach('/', 100, PUBLIC));

test('a course’s public page has full marks', () => reach(`/courses/${course._id}`, 100, PUBLIC));

test('the managers’ list of learners has 95 and more', () =>
  // Search engines are kept out of the areas.
  reach('/admin/users/list', 95, ['accessibility', 'best-practices'], manager));
