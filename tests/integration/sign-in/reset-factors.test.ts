// `./academy reset-factors`: a sole owner who lost the phone and the recovery codes signs in again.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Api, firstManager, PASSWORD, signInManager } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { databaseFlag } from '../../harness/engine.ts';
import { failure } from '../../harness/expected.ts';
import { sql } from '../../harness/sql.ts';
import { totpCode } from '../../harness/sign-in/totp.mjs';
import { until } from '../../harness/until.ts';

const FLAGS = ['--bot-check', 'off'];

let data: string;
let cluster: Cluster;
let email: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'academy-'));
  cluster = await Cluster.start({ data, flags: FLAGS });
  email = (await firstManager(cluster.url)).email;
});

afterAll(async () => {
  await cluster?.stop();
  await rm(data, { recursive: true, force: true });
});

async function reset(...words: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(join(ROOT, 'academy'), ['reset-factors', ...words]);
    return { code: 0, stdout, stderr };
  } catch (error) {
    return error as { code: number; stdout: string; stderr: string };
  }
}

const login = () => new Api(cluster.url).post('/api/cm/auth/login', { email, password: PASSWORD });

/** The owner's session, whose account then asks for a code. */
async function turnOn(): Promise<Api> {
  const api = await signInManager(cluster.url, email);
  const { result } = await api.must<{ result: { secret: string } }>('POST', '/api/cm/auth/totp/begin');
  await api.must('PUT', '/api/cm/auth/totp/confirm', { code: totpCode(result.secret) });
  expect(await login()).toMatchObject(failure(401, 'second_factor_required'));
  return api;
}

test('while the academy runs: it ends the sessions at once, is mailed and audited', async () => {
  const session = await turnOn();
  const mails = () => sql(data, 'auth', 'SELECT COUNT(*) AS mails FROM mails');
  const before = await mails();
  expect(await reset('nobody@academy.test', '--data', data)).toMatchObject({
    code: 1,
    stdout: 'No manager has the address nobody@academy.test\n',
  });
  expect(await login()).toMatchObject(failure(401, 'second_factor_required'));
  expect(await reset(email.toUpperCase(), '--data', data)).toMatchObject({ code: 0 });
  // The edge learns it from the feed, moments after the command has ended.
  await until('the end of the session', async () => (await session.post('/api/cm/auth/check')).status === 401);
  expect(await session.post('/api/cm/auth/check')).toMatchObject(failure(401, 'signed_out_by_manager'));
  expect(Number((await mails())[0]?.['mails'])).toBe(Number(before[0]?.['mails']) + 1);
  const owner = await signInManager(cluster.url, email);
  const { result } = await owner.must<{ result: object[] }>('POST', '/api/cm/audit/fetch-events', {
    action: 'manager.factors_reset',
  });
  expect(result).toMatchObject([{ actor: { kind: 'system' }, subject: { kind: 'manager' } }]);
});

test('while the academy is stopped', async () => {
  const session = await turnOn();
  await cluster.stop({ keepData: true });
  expect(await reset('nobody@academy.test', '--data', data, ...databaseFlag(data, 'auth'))).toMatchObject({ code: 1 });
  expect(await reset(email, '--data', data, ...databaseFlag(data, 'auth'))).toMatchObject({ code: 0 });
  cluster = await Cluster.start({ data, flags: FLAGS });
  const before = new Api(cluster.url, session.token);
  expect((await before.post('/api/cm/auth/check')).status).toBe(401);
  expect((await login()).status).toBe(200);
});

test('what the command cannot do, it says', async () => {
  const fails = async (text: string, ...words: string[]) => {
    const { code, stdout, stderr } = await reset(...words);
    expect(code).toBe(1);
    expect(stdout + stderr).toContain(text);
  };
  await fails("needs a manager's e-mail address");
  await fails("needs a manager's e-mail address", '--data', data);
  await fails('There is no folder /nothing/keys', email, '--data', '/nothing');
});
