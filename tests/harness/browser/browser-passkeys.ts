// A device with passkeys in Chromium, which answers by itself as its owner would.
import type { CDPSession } from 'playwright-core';

import type { Person } from './browser.ts';

export class PasskeyDevice {
  private constructor(
    private readonly session: CDPSession,
    private readonly authenticatorId: string,
  ) {}

  /** Gives the person's page a computer with a fingerprint reader. */
  static async in(person: Person): Promise<PasskeyDevice> {
    const session = await person.context.newCDPSession(person.page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return new PasskeyDevice(session, authenticatorId);
  }

  /** Whether it knows the finger. */
  async knows(isUserVerified: boolean): Promise<void> {
    await this.session.send('WebAuthn.setUserVerified', { authenticatorId: this.authenticatorId, isUserVerified });
  }

  /** How many passkeys it has. */
  async count(): Promise<number> {
    const { credentials } = await this.session.send('WebAuthn.getCredentials', {
      authenticatorId: this.authenticatorId,
    });
    return credentials.length;
  }
}

/** The academy's address by name: passkeys do not work at an IP address. */
export const byName = ({ port }: { port: number }): string => `http://localhost:${port}`;
