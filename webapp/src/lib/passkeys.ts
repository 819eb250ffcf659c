/**
 * Passkeys (WebAuthn): managers sign in with their device instead of a password. The browser reads the server's options
 * and writes its answer itself; the answer is sent as far as the server reads it.
 */
import { call } from './api-client';
import type {
  BeginPasskeyLoginOptions,
  BeginPasskeyRegistrationOptions,
  NewPasskeyInput,
  PasskeyAssertionInput,
} from './api/schema';
import { ApiError } from './api-error';

/** Whether this browser has passkeys, at this page's address: none work at an IP address or without encryption. */
export const passkeysSupported = (): boolean =>
  typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function' &&
  typeof window.PublicKeyCredential.parseRequestOptionsFromJSON === 'function' &&
  window.isSecureContext &&
  !/^(?:\[.*\]|\d+(?:\.\d+){3})$/.test(window.location.hostname);

/** Has the browser make a passkey. Throws ApiError with one of the codes below. */
export const createPasskey = (options: BeginPasskeyRegistrationOptions, signal?: AbortSignal) =>
  named(async (): Promise<NewPasskeyInput> => {
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
      options as PublicKeyCredentialCreationOptionsJSON,
    );
    const { id, response } = read<NewPasskeyInput>(await navigator.credentials.create({ publicKey, signal }));
    const { clientDataJSON, authenticatorData, publicKeyAlgorithm, transports } = response;
    return { id, response: { clientDataJSON, authenticatorData, publicKeyAlgorithm, transports } };
  });

/** Has the browser offer its passkeys. Throws ApiError with one of the codes below. */
export const getPasskey = (options: BeginPasskeyLoginOptions, signal?: AbortSignal) =>
  named(async (): Promise<PasskeyAssertionInput> => {
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const { id, response } = read<PasskeyAssertionInput>(await navigator.credentials.get({ publicKey, signal }));
    const { clientDataJSON, authenticatorData, signature } = response;
    return { id, response: { clientDataJSON, authenticatorData, signature } };
  });

/** Asks the person for a passkey: the proof is good for one call. */
export async function askPasskey(signal?: AbortSignal): Promise<PasskeyAssertionInput> {
  const { result } = await call('POST', '/api/cm/auth/passkey/begin-login', {}, { signal });
  return getPasskey(result, signal);
}

/** What `reauthenticate` does with a password, with a manager's passkey. */
export const reauthenticateWithPasskey = (passkey: PasskeyAssertionInput) =>
  call('POST', '/api/cm/auth/reauthenticate', { passkey }, { as: 'manager' });

function read<Answer>(credential: Credential | null): Answer {
  // A browser that has the parse functions has toJSON too.
  return (credential as PublicKeyCredential).toJSON() as Answer;
}

/** Our codes by the browser's names. A refused fingerprint looks like a closed question, so that nobody learns which. */
const CODES: Partial<Record<string, string>> = {
  AbortError: 'passkey_cancelled',
  NotAllowedError: 'passkey_cancelled',
  InvalidStateError: 'passkey_on_device',
  SecurityError: 'passkey_wrong_address',
};

async function named<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const { name = '', message = '' } = error as Partial<DOMException>;
    throw new ApiError({ status: 0, code: CODES[name] ?? 'passkey_failed', message });
  }
}
