// An academy that sends mail, as the tests of mail see it.
import { request } from 'node:http';

import { firstManager, PASSWORD, type Api } from './api.ts';
import { Cluster } from './cluster.ts';
import { until } from './until.ts';

export interface Delivery {
  _id: string;
  to: string;
  kind: string;
  subject: string;
  state: 'waiting' | 'sent' | 'failed' | 'expired';
  attempts: number;
  lastError: string;
  createdAt: string;
  nextAttemptAt: string | null;
  sentAt: string | null;
  repeatable: boolean;
}

export const PUBLIC_URL = 'https://academy.example';
export const FROM = 'academy@academy.test';

/** An academy that sends its mail to `url`. */
export class Office {
  private constructor(
    readonly cluster: Cluster,
    readonly manager: Api,
  ) {}

  static async open(url: string, ...flags: string[]): Promise<Office> {
    const cluster = await Cluster.start({
      flags: [
        ...['--smtp', url, '--mail-from', `الأكاديمية <${FROM}>`, '--bot-check', 'off', '--public-url', PUBLIC_URL],
        ...flags,
      ],
    });
    return new Office(cluster, (await firstManager(cluster.url)).api);
  }

  /** Signs up, which mails a link; takes any headers. */
  async signUp(email: string, headers: Record<string, string> = {}, fullname = 'ليلى الحربي'): Promise<number> {
    const body = JSON.stringify({ email, password: PASSWORD, fullname });
    return new Promise((resolve, reject) => {
      const asked = request(
        `${this.cluster.url}/api/auth/signup`,
        { method: 'PUT', headers: { 'content-type': 'application/json', ...headers } },
        (answer) => {
          answer.resume();
          answer.once('end', () => resolve(answer.statusCode ?? 0));
        },
      );
      asked.once('error', reject);
      asked.end(body);
    });
  }

  async deliveries(filter: object = {}): Promise<Delivery[]> {
    return (await this.manager.must<{ result: Delivery[] }>('POST', '/api/cm/mail/fetch-mails', filter)).result;
  }

  /** The newest mail to `email`, when it matches `settled`. */
  async delivery(email: string, settled: (mail: Delivery) => boolean, limitMs?: number): Promise<Delivery> {
    return until(
      `the mail to ${email}`,
      async () =>
        (await this.deliveries())
          .filter((mail) => mail.to === email)
          .slice(0, 1)
          .find(settled),
      limitMs,
    );
  }

  sent(email: string, limitMs?: number): Promise<Delivery> {
    return this.delivery(email, (mail) => mail.state === 'sent', limitMs);
  }

  /** Its last error, after an attempt has failed. */
  async trouble(email: string): Promise<Delivery> {
    return this.delivery(email, (mail) => mail.lastError !== '');
  }

  sendAgain(mail: Delivery): Promise<{ status: number; body: { code?: string; result?: Delivery } }> {
    return this.manager.post<{ result: Delivery }>('/api/cm/mail/send-again', { mailId: mail._id });
  }
}
