import { onTestFinished, vi } from 'vitest';

/** What a browser says when the person closes its question. */
export const closed = () => new DOMException('closed', 'NotAllowedError');

const REGISTRATION = {
  id: 'cred1',
  rawId: 'cred1',
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: 'client',
    authenticatorData: 'data',
    publicKeyAlgorithm: -7,
    transports: ['internal'],
    attestationObject: 'attestation',
  },
};

const ASSERTION = {
  id: 'cred1',
  rawId: 'cred1',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'client', authenticatorData: 'data', signature: 'signature', userHandle: 'm1' },
};

/** As far as the academy reads them. */
export const SENT_REGISTRATION = {
  id: 'cred1',
  response: { clientDataJSON: 'client', authenticatorData: 'data', publicKeyAlgorithm: -7, transports: ['internal'] },
};
export const SENT_ASSERTION = {
  id: 'cred1',
  response: { clientDataJSON: 'client', authenticatorData: 'data', signature: 'signature' },
};

/** Makes the test's browser one that has passkeys, and a person who uses them. */
export function browserWithPasskeys() {
  const credentials = {
    create: vi.fn<(options: CredentialCreationOptions) => Promise<object>>(() =>
      Promise.resolve({ toJSON: () => REGISTRATION }),
    ),
    get: vi.fn<(options: CredentialRequestOptions) => Promise<object>>(() =>
      Promise.resolve({ toJSON: () => ASSERTION }),
    ),
  };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', {
    parseCreationOptionsFromJSON: (options: object) => ({ parsed: options }),
    parseRequestOptionsFromJSON: (options: object) => ({ parsed: options }),
  });
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'credentials');
  });
  return credentials;
}
