// /openapi.json is valid, complete and correct.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, assign, firstManager, newCourse, newLearner, signIn } from '../../harness/api.ts';
import { CALLS } from '../../harness/authorization/calls.ts';
import type { World } from '../../harness/authorization/prepared.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { activationLink, MailCatcher, recoveryCode, unlockToken } from '../../harness/servers/mail.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';
import { Contract, type OpenApi } from '../../harness/authorization/openapi.ts';
import { nameOf, readRoutes } from '../../harness/authorization/routes.ts';

const ROUTES = readRoutes();
const run = promisify(execFile);

let cluster: Cluster;
let mail: MailCatcher;
let media: MediaFolder;
let folder: string;
let world: World;
let contract: Contract;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-openapi-'));
  mail = await MailCatcher.start();
  media = await MediaFolder.create();
  cluster = await Cluster.start({
    flags: ['--smtp', mail.url, '--mail-from', 'academy@academy.test', '--bot-check', 'off'],
  });
  contract = new Contract((await (await fetch(`${cluster.url}/openapi.json`)).json()) as OpenApi);
  const first = await firstManager(cluster.url);
  const asset = await readyAsset(first.api, await media.mp4('lesson.mp4', 6));
  const course = await setVideos(first.api, await newCourse(first.api, 'Described', ['one', 'two']), [asset._id]);
  const learner = await newLearner(first.api);
  await assign(first.api, course._id, learner._id);
  world = {
    url: cluster.url,
    manager: first.api,
    managerId: first._id,
    learner: await signIn(cluster.url, learner.email),
    learnerRecord: learner,
    course,
    assetId: asset._id,
    activationToken: async (email) => activationLink(await mail.mailTo(email)).searchParams.get('token') ?? '',
    recoveryCode: async (email) => recoveryCode(await mail.mailTo(email)),
    unlockToken: async (email) => unlockToken(await mail.mailTo(email)),
  };
});

afterAll(async () => {
  await cluster?.stop();
  await mail?.stop();
  await media?.remove();
  await rm(folder, { recursive: true, force: true });
});

describe('the description of the API', () => {
  test('is valid by the recommended rules of Redocly', async () => {
    const file = join(folder, 'openapi.json');
    await writeFile(file, JSON.stringify(contract.document));
    const linter = join(ROOT, 'node_modules/.bin/redocly');
    const { stdout } = await run(
      linter,
      ['lint', file, '--config', join(ROOT, 'tests/redocly.yaml'), '--format', 'json'],
      { env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }, maxBuffer: 1 << 24 },
    ).catch((error: { stdout?: string; message: string }) => ({ stdout: error.stdout ?? error.message }));
    const { totals, problems } = JSON.parse(stdout) as {
      totals: { errors: number; warnings: number };
      problems: object;
    };
    expect(problems).toEqual([]);
    expect(totals).toMatchObject({ errors: 0, warnings: 0 });
  });

  test('has every row of the route table, with its status of success', () => {
    for (const route of ROUTES) {
      const operation = contract.operation(route.verb, route.path, route.subpaths);
      expect(operation, nameOf(route)).toBeDefined();
      if (!route.subpaths) expect(operation?.responses, nameOf(route)).toHaveProperty(String(route.success));
    }
  });

  test('is sent compressed to clients that accept it, and not resent to clients that have it', async () => {
    // fetch decompresses by itself and keeps the header.
    const packed = await fetch(`${cluster.url}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    expect(packed.headers.get('vary')).toBe('Accept-Encoding');
    expect(await packed.json()).toEqual(contract.document);
    const etag = packed.headers.get('etag') ?? '';
    const again = await fetch(`${cluster.url}/openapi.json`, {
      headers: { 'accept-encoding': 'gzip', 'if-none-match': etag },
    });
    expect(again.status).toBe(304);
  });

  test('has a page that loads nothing from elsewhere', async () => {
    const page = await fetch(`${cluster.url}/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    const html = await page.text();
    expect(html).toContain('Academy API');
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    for (const [, path = ''] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
      expect((await fetch(cluster.url + path)).status, path).toBe(200);
    }
  });
});

describe('answers match their description', () => {
  const described = ROUTES.filter((route) => !route.subpaths);

  test.each(described.map((route) => [nameOf(route), route] as const))('%s', async (name, route) => {
    const make = CALLS[name];
    expect(make, `${name} has no call in harness/authorization/calls.ts`).toBeDefined();
    const { path, headers, body, caller, status } = await make!(world);
    const who = caller ?? (route.access === 'learner' ? world.learner : world.manager);
    const raw = body instanceof FormData || body instanceof Uint8Array ? body : undefined;
    const json = raw === undefined ? body : undefined;
    if (route.body === 'json' && !(body instanceof Uint8Array)) {
      expect(contract.requestErrors(route.verb, route.path, json)).toEqual([]);
    }
    const response = await fetch(cluster.url + (path ?? route.path), {
      method: route.verb,
      headers: {
        ...(route.access === 'public' && caller === undefined ? {} : { authorization: `Bearer ${who.token}` }),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ?? JSON.stringify(body) }),
    });
    if (response.headers.get('content-type')?.startsWith('text/csv') === true) {
      expect(response.status).toBe(status ?? route.success);
      expect(contract.operation(route.verb, route.path)?.responses['200']?.content).toHaveProperty('text/csv');
      return;
    }
    const answer: unknown = await response.json();
    expect(response.status, JSON.stringify(answer)).toBe(status ?? route.success);
    expect(contract.answerErrors(route.verb, route.path, response.status, answer)).toEqual([]);
  });

  test.each([
    ['PUT', '/api/cm/auth/signup', { email: 'x', password: 'y', fullname: '' }, 'none'],
    ['POST', '/api/cm/auth/login', { email: 'nobody@academy.test', password: 'wrong-password' }, 'none'],
    ['POST', '/api/auth/login', { email: 'nobody@academy.test', password: 'wrong-password' }, 'none'],
    ['POST', '/api/cm/auth/check', {}, 'none'],
    ['POST', '/api/cm/auth/check', {}, 'learner'],
    ['PUT', '/api/cm/auth/update-password', { password: 'not-it', newPassword: 'Another-pass-1' }, 'manager'],
    ['POST', '/api/cm/user/create-user', { email: 'x', password: 'y', fullname: '' }, 'manager'],
    ['POST', '/api/cm/user/create-user', { email: 5 }, 'manager'],
    ['PUT', '/api/cm/user/remove-user', { clientId: '0192f0c1-2345-7abc-8def-0123456789ab' }, 'manager'],
    ['POST', '/api/user-course/fetch-course', { courseId: '0192f0c1-2345-7abc-8def-0123456789ab' }, 'learner'],
  ] as const)('a failure of %s %s, with %o by %s', async (verb, path, body, who) => {
    const api = who === 'manager' ? world.manager : who === 'learner' ? world.learner : new Api(cluster.url);
    const answer = await api.call(verb, path, body);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(contract.answerErrors(verb, path, answer.status, answer.body)).toEqual([]);
  });
});
