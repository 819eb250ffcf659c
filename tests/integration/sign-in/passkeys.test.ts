// Managers' passkeys over the whole academy, in the JSON forms of WebAuthn.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { Api, firstManager, PASSWORD, signInManager } from '../../harness/api.ts';
import { newManager } from '../../harness/authorization/prepared.ts';
import { Cluster } from '../../harness/cluster.ts';
import { failure } from '../../harness/expected.ts';
import { PasskeyDevice } from '../../harness/sign-in/passkey-device.ts';

interface Options {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly rpId: string;
  readonly pubKeyCredParams: readonly { readonly type: string; readonly alg: number }[];
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
}
interface Begun {
  readonly result: Options;
}

let data: string;
let cluster: Cluster;
let owner: { api: Api; email: string };
let origin: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'academy-'));
  cluster = await Cluster.start({ data, flags: ['--bot-check', 'off'] });
  owner = await firstManager(cluster.url);
  origin = `http://localhost:${new URL(cluster.url).port}`;
});

afterAll(async () => {
  await cluster?.stop();
  await rm(data, { recursive: true, force: true });
});

const beginLogin = async () =>
  (await new Api(cluster.url).must<Begun>('POST', '/api/cm/auth/passkey/begin-login')).result;

const finishLogin = (credential: object) =>
  new Api(cluster.url).post<{ token: string; result: { fullname: string } }>('/api/cm/auth/passkey/finish-login', {
    credential,
  });

async function add(session: Api, device: PasskeyDevice, name = 'حاسوبي') {
  const { result } = await session.must<Begun>('POST', '/api/cm/auth/passkey/begin-registration');
  const credential = device.make(result);
  return session.post<{ result: { passkey: { _id: string }; recoveryCodes: string[] } }>(
    '/api/cm/auth/passkey/finish-registration',
    { credential, name },
  );
}

test('a manager adds a passkey, signs in with it alone, proves it again and removes it', async () => {
  const { email } = await newManager(owner.api, 'منى صالح');
  const session = await signInManager(cluster.url, email);
  const device = new PasskeyDevice(origin);
  const options = (await session.must<Begun>('POST', '/api/cm/auth/passkey/begin-registration')).result;
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    user: { name: email, displayName: 'منى صالح' },
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    excludeCredentials: [],
  });
  const added = await add(session, device);
  expect(added.status).toBe(200);
  expect(added.body.result.recoveryCodes).toHaveLength(10);

  const signedIn = await finishLogin(device.sign(await beginLogin()));
  expect(signedIn).toMatchObject({ status: 200, body: { result: { fullname: 'منى صالح' } } });
  const api = new Api(cluster.url, signedIn.body.token);
  const list = await api.must<{ result: { _id: string; name: string }[]; origin: string }>(
    'POST',
    '/api/cm/auth/passkey/fetch',
  );
  expect(list).toMatchObject({ origin, result: [{ name: 'حاسوبي', synced: false }] });

  const password = { email, password: PASSWORD };
  expect(await new Api(cluster.url).post('/api/cm/auth/login', password)).toMatchObject(
    failure(401, 'second_factor_required'),
  );
  const again = { passkey: device.sign(await beginLogin()) };
  expect((await api.post('/api/cm/auth/reauthenticate', again)).status).toBe(200);

  await api.must('PUT', '/api/cm/auth/passkey/remove', { passkeyId: list.result[0]?._id });
  expect(await finishLogin(device.sign(await beginLogin()))).toMatchObject(failure(401, 'wrong_passkey'));
  expect((await new Api(cluster.url).post('/api/cm/auth/login', password)).status).toBe(200);
});

test('an answer is good once, at this address, and for what the academy knows', async () => {
  const session = await signInManager(cluster.url, (await newManager(owner.api)).email);
  const device = new PasskeyDevice(origin);
  expect((await add(session, device)).status).toBe(200);
  expect(await add(session, device)).toMatchObject(failure(409, 'passkey_exists'));
  const answer = device.sign(await beginLogin());
  expect((await finishLogin(answer)).status).toBe(200);
  expect(await finishLogin(answer)).toMatchObject(failure(401, 'wrong_passkey'));
  expect(await finishLogin(new PasskeyDevice(origin).sign(await beginLogin()))).toMatchObject(
    failure(401, 'wrong_passkey'),
  );
  expect(await add(session, new PasskeyDevice('https://evil.example'))).toMatchObject(failure(422, 'wrong_passkey'));
  expect(await finishLogin({})).toMatchObject(failure(422, 'validation_failed'));
});
