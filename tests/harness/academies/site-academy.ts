// An academy with its own site folder and public address.
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { Cluster } from '../cluster.ts';
import { changeSite, ownSite } from '../own-site.ts';
import { Page } from '../page.ts';

/** Where visitors find it. */
export const ORIGIN = 'https://academy.example';
export const PAGES = ['/', '/about', '/gallery', '/courses', '/contact', '/privacy-policy', '/terms-and-conditions'];

export class SiteAcademy {
  private constructor(
    readonly cluster: Cluster,
    /** Its site folder. */
    readonly site: string,
  ) {}

  static async start(...flags: string[]): Promise<SiteAcademy> {
    const site = await ownSite();
    await changeSite(site, 'site.json', (content) => {
      content['name'] = { ar: 'أكاديمية النور', en: 'Noor Academy' };
      content['messagesTo'] = 'inbox@academy.test';
    });
    const cluster = await Cluster.start({
      flags: ['--site', site, '--public-url', ORIGIN, '--bot-check', 'off', ...flags],
    });
    return new SiteAcademy(cluster, site);
  }

  get url(): string {
    return this.cluster.url;
  }

  page(path: string): Promise<Page> {
    return Page.get(this.url + path);
  }

  async stop(): Promise<void> {
    await this.cluster.stop();
    await rm(dirname(this.site), { recursive: true, force: true });
  }
}
