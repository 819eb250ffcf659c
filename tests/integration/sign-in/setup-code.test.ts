// Who may become the first manager of an academy that others than its owner can reach.
import { afterEach, expect, test } from 'vitest';

import { Api, PASSWORD } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import { failure } from '../../harness/expected.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster | undefined;

afterEach(async () => {
  await cluster?.stop();
  cluster = undefined;
});

async function start(...flags: string[]): Promise<Cluster> {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off', ...flags] });
  return cluster;
}

const check = async ({ url }: Cluster) =>
  (await new Api(url).post<{ setupCodeRequired: boolean }>('/api/cm/auth/check-signup')).body.setupCodeRequired;

const signUp = ({ url }: Cluster, setupCode?: string) =>
  new Api(url).put('/api/cm/auth/signup', {
    email: 'owner@academy.test',
    password: PASSWORD,
    fullname: 'Owner',
    setupCode,
  });

test.each([
  ['beyond loopback', ['--bind', '0.0.0.0']],
  ['on all addresses of IPv6', ['--bind', '::']],
  ['behind a proxy', ['--trusted-proxy', '127.0.0.1']],
  ['on loopback, when it is asked for', ['--setup-code']],
])('%s the first manager needs the code that is printed at start', async (_, flags) => {
  const academy = await start(...flags);
  expect(await check(academy)).toBe(true);
  expect(await signUp(academy)).toMatchObject(failure(403, 'wrong_setup_code'));
  // It comes after the line that ends the wait for the start.
  const [, code, file] = await until('the code', () => {
    const printed = academy.lines.map((line) =>
      /^Setup code for the first manager: (\S+) \(kept in (\S+) until/.exec(line),
    );
    return printed.find((found) => found !== null);
  });
  expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/);
  expect(file).toBe(`${academy.data}/run/setup-code`);
  expect(await academy.setupCode()).toBe(code);
  expect((await signUp(academy, code)).status).toBe(201);
  await expect(academy.setupCode()).rejects.toThrow('ENOENT');
});

test.each([
  ['on loopback', []],
  ['on localhost', ['--bind', 'localhost']],
  ['behind a proxy, when it is turned off', ['--trusted-proxy', '127.0.0.1', '--setup-code=off']],
  ['beyond loopback, when it is turned off', ['--bind', '0.0.0.0', '--setup-code=off']],
])('%s nobody is asked for a code', async (_, flags) => {
  const academy = await start(...flags);
  expect(await check(academy)).toBe(false);
  expect(academy.lines.join('\n')).not.toContain('Setup code');
  expect((await signUp(academy)).status).toBe(201);
});

test('another word than on or off is refused', async () => {
  await expect(start('--setup-code=perhaps')).rejects.toThrow(/--setup-code perhaps is unknown/);
});
