import { browserWithPasskeys, SENT_ASSERTION, SENT_REGISTRATION } from '@/testing/passkeys';
import { createPasskey, getPasskey, passkeysSupported } from './passkeys';

const CREATION = { challenge: 'c' } as unknown as Parameters<typeof createPasskey>[0];
const REQUEST = { challenge: 'c', timeout: 300_000, rpId: 'localhost', userVerification: 'required' };

test('a browser has passkeys if it reads the options itself, on an encrypted page', () => {
  expect(passkeysSupported()).toBe(false);
  browserWithPasskeys();
  expect(passkeysSupported()).toBe(true);
  vi.stubGlobal('isSecureContext', false);
  expect(passkeysSupported()).toBe(false);
});

test('not an older browser, without those functions', () => {
  browserWithPasskeys();
  vi.stubGlobal('PublicKeyCredential', {});
  expect(passkeysSupported()).toBe(false);
});

test.each(['127.0.0.1', '[::1]', '192.0.2.7'])('nor one at the address %s, which has no name', (hostname) => {
  browserWithPasskeys();
  vi.stubGlobal('location', { hostname });
  expect(passkeysSupported()).toBe(false);
});

test('the browser’s answers are sent as far as the academy reads them', async () => {
  const credentials = browserWithPasskeys();
  const { signal } = new AbortController();
  expect(await createPasskey(CREATION, signal)).toEqual(SENT_REGISTRATION);
  expect(credentials.create).toHaveBeenCalledWith({ publicKey: { parsed: CREATION }, signal });
  expect(await getPasskey(REQUEST, signal)).toEqual(SENT_ASSERTION);
  expect(credentials.get).toHaveBeenCalledWith({ publicKey: { parsed: REQUEST }, signal });
});

test.each([
  ['NotAllowedError', 'passkey_cancelled'],
  ['AbortError', 'passkey_cancelled'],
  ['InvalidStateError', 'passkey_on_device'],
  ['SecurityError', 'passkey_wrong_address'],
  ['UnknownError', 'passkey_failed'],
])('the browser’s %s is said as %s', async (name, code) => {
  const credentials = browserWithPasskeys();
  const failure = () => Promise.reject(new DOMException('in the browser’s words', name));
  credentials.create.mockImplementation(failure);
  credentials.get.mockImplementation(failure);
  await expect(createPasskey(CREATION)).rejects.toMatchObject({ code, status: 0 });
  await expect(getPasskey(REQUEST)).rejects.toMatchObject({ code });
});

test('an answer that cannot be read is a failure with a name too', async () => {
  browserWithPasskeys().get.mockResolvedValue({});
  await expect(getPasskey(REQUEST)).rejects.toMatchObject({ code: 'passkey_failed' });
});
