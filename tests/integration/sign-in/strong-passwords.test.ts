// Which passwords are allowed with --strong-passwords, and who is advised to use it.
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { Api, type Failure } from '../../harness/api.ts';
import { CALLS, type Request } from '../../harness/authorization/calls.ts';
import { Cluster } from '../../harness/cluster.ts';
import { invalid } from '../../harness/expected.ts';
import { nameOf, readRoutes, type Route } from '../../harness/authorization/routes.ts';
import { openWorld, type OpenWorld } from '../../harness/authorization/world.ts';

const ROUTES = readRoutes();

describe('with --strong-passwords', () => {
  let open: OpenWorld;

  beforeAll(async () => {
    open = await openWorld({ flags: ['--strong-passwords', '--allow-manager-signup'] });
  });

  afterAll(async () => {
    await open?.close();
  });

  test('the pages are told the minimum', async () => {
    const site = (await (await fetch(`${open.cluster.url}/api/public/site`)).json()) as {
      result: { passwordMinimum: number };
    };
    expect(site.result.passwordMinimum).toBe(8);
  });

  test.each([
    ['PUT /api/cm/auth/signup', 'password'],
    ['PUT /api/cm/auth/update-password', 'newPassword'],
    ['PUT /api/auth/signup', 'password'],
    ['PUT /api/auth/update-password', 'newPassword'],
    ['PUT /api/auth/forgotpassword/update', 'password'],
    ['PUT /api/cm/manager/register-manager', 'password'],
    ['PUT /api/cm/manager/update-password', 'password'],
    ['POST /api/cm/user/create-user', 'password'],
    ['PUT /api/cm/user/update-user', 'password'],
    ['PUT /api/cm/user/update-password', 'password'],
    ['POST /api/user/update-user', 'password'],
  ])('%s refuses a short and a common one', async (name, field) => {
    const { world } = open;
    const route = ROUTES.find((row) => nameOf(row) === name) as Route;
    const request = await (CALLS[name]?.(world) as Promise<Request>);
    const own = route.access === 'manager' ? world.manager : route.access === 'learner' ? world.learner : undefined;
    const caller = request.caller ?? own ?? new Api(world.url);
    const withPassword = (value: string) =>
      caller.call<Failure>(route.verb as 'POST', route.path, { ...(request.body as object), [field]: value });

    const short = invalid(field, 'password_too_short', 'Password must be 8 characters minimum');
    expect(await withPassword('x7-Kq2b')).toMatchObject(short);
    expect(await withPassword('iLoveYou1')).toMatchObject(invalid(field, 'password_too_common'));
  });
});

describe('whoever starts an academy that others can reach', () => {
  let cluster: Cluster | undefined;

  afterEach(async () => {
    await cluster?.stop();
    cluster = undefined;
  });

  const adviceTo = async (...flags: string[]) => {
    cluster = await Cluster.start({ flags });
    const logged = (await cluster.logOf('edge')).split('\n').filter((line) => line.includes('--strong-passwords'));
    return {
      printed: cluster.lines.filter((line) => line.includes('--strong-passwords')).length,
      logged: logged.length,
    };
  };

  test.each([
    ['beyond loopback', ['--bind', '0.0.0.0']],
    ['behind a proxy', ['--trusted-proxy', '127.0.0.1', '--password-minimum', '7']],
  ])('is advised to ask for better passwords, once (%s)', async (_, flags) => {
    expect(await adviceTo(...flags)).toEqual({ printed: 1, logged: 1 });
  });

  test.each([
    ['on loopback', []],
    ['with --strong-passwords', ['--bind', '0.0.0.0', '--strong-passwords']],
    ['with a minimum as good', ['--bind', '0.0.0.0', '--password-minimum', '8']],
  ])('is advised of nothing %s', async (_, flags) => {
    expect(await adviceTo(...flags)).toEqual({ printed: 0, logged: 0 });
  });

  test('may ask for more than the flag does', async () => {
    cluster = await Cluster.start({ flags: ['--strong-passwords', '--password-minimum', '12'] });
    const site = (await (await fetch(`${cluster.url}/api/public/site`)).json()) as {
      result: { passwordMinimum: number };
    };
    expect(site.result.passwordMinimum).toBe(12);
  });
});
