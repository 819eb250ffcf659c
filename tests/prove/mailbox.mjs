// A mail server that notes which mails arrive, and can be away. What goes to late.academy.test it accepts late.
import { once } from 'node:events';

import { SMTPServer } from 'smtp-server';

import { freePort } from './academy.mjs';

const LATE = '@late.academy.test';
const LATE_ATTEMPTS = 3;

export class Mailbox {
  #ids = new Set();
  /** id -> how often a mail was refused because it is to be late. */
  #refused = new Map();
  #server;
  address;
  port;

  /** At an address of this machine. */
  static async start(address = '127.0.0.1') {
    const mailbox = new Mailbox();
    mailbox.address = address;
    // The port stays the same while the server is away.
    mailbox.port = await freePort();
    await mailbox.comeBack();
    return mailbox;
  }

  /** The ids in the Message-IDs of what arrived. */
  ids() {
    return this.#ids;
  }

  async comeBack() {
    this.#server = new SMTPServer({
      logger: false,
      disableReverseLookup: true,
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, { envelope }, done) => {
        let text = '';
        stream.on('data', (piece) => (text += piece.toString('latin1')));
        stream.on('end', () => {
          const id = /^Message-ID: <([^@>]+)@/im.exec(text)?.[1];
          const late = envelope.rcptTo.some(({ address }) => address.endsWith(LATE));
          const refused = this.#refused.get(id) ?? 0;
          if (id && late && refused < LATE_ATTEMPTS) {
            this.#refused.set(id, refused + 1);
            return done(Object.assign(new Error('Later'), { responseCode: 451 }));
          }
          if (id) this.#ids.add(id);
          done();
        });
      },
    });
    this.#server.on('error', () => {
      // A client that was killed.
    });
    this.#server.listen(this.port, this.address);
    await once(this.#server.server, 'listening');
  }

  async goAway() {
    await new Promise((closed) => this.#server.close(closed));
  }
}
