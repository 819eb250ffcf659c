// Managers' second factor over the whole academy, and an academy that requires it.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, PASSWORD, signInManager } from '../../harness/api.ts';
import { newManager } from '../../harness/authorization/prepared.ts';
import { Cluster } from '../../harness/cluster.ts';
import { SecondEdge } from '../../harness/academies/edge.ts';
import { failure } from '../../harness/expected.ts';
import { nameOf, readRoutes } from '../../harness/authorization/routes.ts';
import { totpCode } from '../../harness/sign-in/totp.mjs';

const REQUIRED = { status: 403, body: { code: 'second_factor_setup_required' } };

let data: string;
let cluster: Cluster;
let first: { api: Api; email: string; _id: string };

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'academy-'));
  cluster = await Cluster.start({ data, flags: ['--bot-check', 'off'] });
  first = await firstManager(cluster.url);
});

afterAll(async () => {
  await cluster?.stop();
  await rm(data, { recursive: true, force: true });
});

interface Phone {
  readonly secret: string;
  readonly recoveryCodes: string[];
}

/** Turns an authenticator app on. A sign-in takes the code of the next step, since this one is used. */
async function turnOn(api: Api): Promise<Phone> {
  const { result } = await api.must<{ result: { secret: string; uri: string } }>('POST', '/api/cm/auth/totp/begin');
  expect(result.uri).toContain(`secret=${result.secret}`);
  const code = totpCode(result.secret);
  const confirmed = await api.must<{ result: { recoveryCodes: string[] } }>('PUT', '/api/cm/auth/totp/confirm', {
    code,
  });
  return { secret: result.secret, recoveryCodes: confirmed.result.recoveryCodes };
}

const login = (email: string, more: object = {}) =>
  new Api(cluster.url).post<{ token: string }>('/api/cm/auth/login', { email, password: PASSWORD, ...more });

describe('a manager with an authenticator app', () => {
  let email: string;
  let session: Api;
  let phone: Phone;

  beforeAll(async () => {
    email = (await newManager(first.api)).email;
    session = await signInManager(cluster.url, email);
    phone = await turnOn(session);
  });

  test('signs in with password and code, and the code is good once', async () => {
    expect(await login(email)).toMatchObject(failure(401, 'second_factor_required'));
    expect(await login(email, { code: '12345' })).toMatchObject(failure(401, 'wrong_code'));
    const code = totpCode(phone.secret, 1);
    const opened = await login(email, { code });
    expect(opened.status).toBe(200);
    expect(opened.body.token).toBeTruthy();
    expect(await login(email, { code })).toMatchObject(failure(401, 'wrong_code'));
  });

  test('signs in with a recovery code once', async () => {
    const recoveryCode = phone.recoveryCodes[0]?.toLowerCase().replaceAll('-', ' ');
    expect((await login(email, { recoveryCode })).status).toBe(200);
    expect(await login(email, { recoveryCode })).toMatchObject(failure(401, 'wrong_code'));
    const { result } = await session.must<{ result: object }>('POST', '/api/cm/auth/fetch-factors');
    expect(result).toEqual({ totp: true, passkeys: 0, recoveryCodes: 9, required: false });
  });

  test('gives both when asked again, and a refusal ends no session', async () => {
    const again = (code?: string) => session.post('/api/cm/auth/reauthenticate', { password: PASSWORD, code });
    expect(await again()).toMatchObject(failure(401, 'second_factor_required'));
    expect(await again('000000x')).toMatchObject(failure(401, 'wrong_code'));
    expect((await again(phone.recoveryCodes[1])).status).toBe(200);
    expect((await session.post('/api/cm/auth/check')).status).toBe(200);
  });

  test('has it reset by another manager after losing it', async () => {
    const { result } = await session.must<{ result: { _id: string } }>('POST', '/api/cm/auth/check');
    await first.api.must('PUT', '/api/cm/manager/reset-factors', { userId: result._id });
    expect(await session.post('/api/cm/auth/check')).toMatchObject(failure(401, 'signed_out_by_manager'));
    expect((await login(email)).status).toBe(200);
  });
});

describe('an academy that requires it', () => {
  /** What a manager may call before. */
  const ALLOWED = [
    'POST /api/cm/auth/check',
    'POST /api/cm/auth/reauthenticate',
    'POST /api/cm/auth/logout',
    'POST /api/cm/auth/fetch-factors',
    'POST /api/cm/auth/totp/begin',
    'PUT /api/cm/auth/totp/confirm',
    'POST /api/cm/auth/passkey/begin-registration',
    'POST /api/cm/auth/passkey/finish-registration',
    'POST /api/cm/auth/passkey/fetch',
  ];
  let second: SecondEdge;
  let newcomer: Api;

  beforeAll(async () => {
    const { email } = await newManager(first.api);
    await cluster.stop();
    cluster = await Cluster.start({ data, flags: ['--bot-check', 'off', '--require-two-factor'] });
    second = await SecondEdge.start(cluster);
    newcomer = await signInManager(cluster.url, email);
  });

  afterAll(async () => {
    await second?.stop();
  });

  const rows = readRoutes()
    .filter((route) => route.access === 'manager' && !ALLOWED.includes(nameOf(route)))
    .map((route) => ({ name: nameOf(route), route }));
  test.each(rows)('refuses $name', async ({ route }) => {
    const path = route.path + (route.subpaths && route.verb !== 'POST' ? `/${randomUUID()}` : '');
    const answer = await fetch(new URL(path, cluster.url), {
      method: route.verb,
      headers: {
        authorization: `Bearer ${newcomer.token}`,
        'content-type': 'application/json',
        'tus-resumable': '1.0.0',
      },
      ...(route.verb !== 'GET' && route.verb !== 'HEAD' && { body: '{}' }),
    });
    expect(answer.status).toBe(403);
    if (route.verb !== 'HEAD') expect(await answer.json()).toMatchObject(REQUIRED.body);
  });

  test('leads to the set-up, after which the same session may do everything, at every edge', async () => {
    const there = new Api(second.url, newcomer.token);
    for (const api of [newcomer, there]) {
      expect(await api.post('/api/cm/manager/fetch-managers')).toMatchObject(REQUIRED);
      expect(await api.post('/api/cm/auth/check')).toMatchObject({
        status: 200,
        body: { secondFactorSetupRequired: true },
      });
    }
    await turnOn(newcomer);
    for (const api of [newcomer, there]) expect((await api.post('/api/cm/manager/fetch-managers')).status).toBe(200);
    expect(await newcomer.put('/api/cm/auth/totp/disable')).toMatchObject(failure(409, 'second_factor_mandatory'));
  });
});
