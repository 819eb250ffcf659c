import { Api, firstManager } from '../api.ts';
import { Cluster } from '../cluster.ts';
import { MailCatcher } from '../servers/mail.ts';

/** An academy that sends its mails to a catcher, without bot checks: its first manager, and somebody signed out. */
export class MailingAcademy {
  private constructor(
    readonly mail: MailCatcher,
    readonly cluster: Cluster,
    readonly visitor: Api,
    readonly manager: Api,
  ) {}

  static async start(): Promise<MailingAcademy> {
    const mail = await MailCatcher.start();
    const cluster = await Cluster.start({
      flags: ['--smtp', mail.url, '--mail-from', 'academy@academy.test', '--bot-check', 'off'],
    });
    const { api } = await firstManager(cluster.url);
    return new MailingAcademy(mail, cluster, new Api(cluster.url), api);
  }

  async close(): Promise<void> {
    await this.cluster.stop();
    await this.mail.stop();
  }
}
