import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const ES256 = -7;
/** User present and verified. */
const VERIFIED = 0x05;
const WITH_KEY = 0x40;

const hash = (text: string | Buffer) => createHash('sha256').update(text).digest();

interface Registration {
  readonly challenge: string;
  readonly rp: { readonly id: string };
}

interface Login {
  readonly challenge: string;
  readonly rpId: string;
}

/** An authenticator and the browser before it: one passkey. `origin` is of the page that asks. */
export class PasskeyDevice {
  readonly #id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;

  constructor(readonly origin: string) {}

  /** The answer to begin-registration's options, a RegistrationResponseJSON. */
  make({ challenge, rp }: Registration) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const length = Buffer.alloc(2);
    length.writeUInt16BE(this.#id.length);
    // A COSE key: EC2, ES256, P-256, x, y.
    const key = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
    const data = Buffer.concat([this.#said(rp.id, VERIFIED | WITH_KEY), Buffer.alloc(16), length, this.#id, key]);
    const id = this.#id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: { credProps: { rk: true } },
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: this.#asked('webauthn.create', challenge).toString('base64url'),
        authenticatorData: data.toString('base64url'),
        publicKeyAlgorithm: ES256,
        transports: ['internal'],
      },
    };
  }

  /** The answer to begin-login's options, an AuthenticationResponseJSON. */
  sign({ challenge, rpId }: Login) {
    const asked = this.#asked('webauthn.get', challenge);
    const data = this.#said(rpId, VERIFIED);
    const signature = sign('sha256', Buffer.concat([data, hash(asked)]), this.#keys.privateKey);
    const id = this.#id.toString('base64url');
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: asked.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: null,
      },
    };
  }

  #asked(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));
  }

  #said(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.#counter);
    return Buffer.concat([hash(rpId), Buffer.from([flags]), counter]);
  }
}
