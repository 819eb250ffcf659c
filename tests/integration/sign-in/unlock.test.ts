// Lockout is no weapon: what an account's owner can do while a stranger's wrong passwords pause it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, newLearner, PASSWORD } from '../../harness/api.ts';
import { newManager } from '../../harness/authorization/prepared.ts';
import { Cluster } from '../../harness/cluster.ts';
import { from } from '../../harness/from.ts';
import { MailCatcher, unlockLink, unlockToken } from '../../harness/servers/mail.ts';

let mail: MailCatcher;
let cluster: Cluster;
let manager: Api;

beforeAll(async () => {
  mail = await MailCatcher.start();
  cluster = await Cluster.start({ flags: ['--smtp', mail.url, '--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
});
afterAll(async () => {
  await cluster?.stop();
  await mail?.stop();
});

const PEOPLE = [
  { who: 'learner', api: '/api/auth', page: '/client/auth/unlock', make: () => newLearner(manager), hosts: 1 },
  { who: 'manager', api: '/api/cm/auth', page: '/admin/auth/unlock', make: () => newManager(manager), hosts: 2 },
] as const;

describe.each(PEOPLE)('a paused $who', ({ who, api, page, make, hosts }) => {
  const stranger = (method: 'POST' | 'PUT', path: string, body: object) =>
    from(`127.0.6.${hosts}`, cluster.url)(method, path, body);
  const owner = (method: 'POST' | 'PUT', path: string, body: object) =>
    from(`127.0.7.${hosts}`, cluster.url)(method, path, body);
  let email: string;
  let token: string;

  test('is mailed one link to the page, with its token where no log sees it', async () => {
    ({ email } = await make());
    for (let i = 0; i < 5; ++i) {
      expect(await stranger('POST', `${api}/login`, { email, password: 'wrong-one' })).toMatchObject({ status: 401 });
    }
    const sent = await mail.mailTo(email);
    const link = unlockLink(sent);
    expect([link.pathname, link.search]).toEqual([page, '']);
    token = unlockToken(sent);
    expect(token).toMatch(/^[\w-]{43}$/);
    const { result } = await manager.must<{ result: { kind: string; to: string }[] }>(
      'POST',
      '/api/cm/mail/fetch-mails',
    );
    expect(result.filter(({ to }) => to === email).map(({ kind }) => kind)).toEqual(['unlock']);
  });

  test('opening the page neither uses the link up nor ends the pause', async () => {
    for (let i = 0; i < 3; ++i) expect((await fetch(cluster.url + page)).status).toBe(200);
    expect((await fetch(`${cluster.url}${api}/unlock?token=${token}`)).status).toBe(405);
    expect(await owner('POST', `${api}/login`, { email, password: PASSWORD })).toMatchObject({ status: 429 });
  });

  test('signs in with the link and the password, while the stranger stays out', async () => {
    const opened = await owner('PUT', `${api}/unlock`, { token });
    expect(opened).toMatchObject({ status: 200 });
    expect(Object.keys(opened.body)).toEqual(['message']);
    expect(await stranger('POST', `${api}/login`, { email, password: PASSWORD })).toMatchObject({ status: 429 });
    expect(await owner('POST', `${api}/login`, { email, password: 'wrong-one' })).toMatchObject({ status: 401 });
    expect(await owner('POST', `${api}/login`, { email, password: PASSWORD })).toMatchObject({ status: 200 });
    const events = await manager.must<{ result: { action: string; peer: string }[] }>(
      'POST',
      '/api/cm/audit/fetch-events',
      { action: `${who}.unlocked` },
    );
    expect(events.result[0]).toMatchObject({ peer: `127.0.7.${hosts}` });
  });

  test('cannot use the link twice, and wrong ones are counted by address', async () => {
    const refused = { status: 422, body: { code: 'invalid_unlock_link' } };
    expect(await stranger('PUT', `${api}/unlock`, { token })).toMatchObject(refused);
    expect(await stranger('PUT', `${api}/unlock`, {})).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    });
    for (let i = 1; i < 60; ++i) {
      expect(await stranger('PUT', `${api}/unlock`, { token: `wrong-${i}` })).toMatchObject(refused);
    }
    expect(await stranger('PUT', `${api}/unlock`, { token })).toMatchObject({
      status: 429,
      body: { code: 'too_many_attempts' },
    });
    expect(await owner('PUT', `${api}/unlock`, { token })).toMatchObject(refused);
  });

  test('finds no token in the logs', async () => {
    for (const process of ['edge', 'auth'] as const) expect(await cluster.logOf(process)).not.toContain(token);
  });
});

describe('a device that signed in before', () => {
  const COOKIE = /^academy-device=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/;

  test('is known by its cookie, and the right password passes with it from anywhere', async () => {
    const { email } = await newLearner(manager);
    const login = (address: string, password: string, cookie = '') =>
      from(address, cluster.url)('POST', '/api/auth/login', { email, password }, cookie);
    const first = await login('127.0.8.1', PASSWORD);
    expect(first.cookies).toHaveLength(1);
    expect(first.cookies[0]).toMatch(COOKIE);
    const [cookie = ''] = (first.cookies[0] ?? '').split(';');
    for (let i = 0; i < 5; ++i)
      expect(await login('127.0.8.2', 'wrong-one')).toMatchObject({ status: 401, cookies: [] });
    expect(await login('127.0.8.3', PASSWORD)).toMatchObject({ status: 429, cookies: [] });
    expect(await login('127.0.8.3', PASSWORD, `other=1; ${cookie}`)).toMatchObject({ status: 200 });

    for (let i = 0; i < 5; ++i) expect(await login('127.0.8.4', 'wrong-one', cookie)).toMatchObject({ status: 401 });
    expect(await login('127.0.8.5', PASSWORD, cookie)).toMatchObject({ status: 429 });
    expect(await login('127.0.8.1', PASSWORD, cookie)).toMatchObject({ status: 200 });
  });

  test('authorizes nothing by its cookie', async () => {
    const { email } = await newLearner(manager);
    const { cookies } = await from('127.0.8.6', cluster.url)('POST', '/api/auth/login', { email, password: PASSWORD });
    const [cookie = ''] = (cookies[0] ?? '').split(';');
    const answer = await from('127.0.8.6', cluster.url)('POST', '/api/user/fetch-info', {}, cookie);
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  });
});
