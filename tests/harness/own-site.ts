// A site folder that is an academy's own: the shipped one, of which nothing is marked as an example.
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from './cluster.ts';

const MARKED = ['home', 'about', 'privacy', 'terms'].flatMap((page) => [`ar/${page}.json`, `en/${page}.json`]);

/** Changes a file of a site folder, as `site.json` or `en/home.json`. */
export async function changeSite(
  site: string,
  name: string,
  change: (content: Record<string, unknown>) => void,
): Promise<void> {
  const content = JSON.parse(await readFile(join(site, name), 'utf8')) as Record<string, unknown>;
  change(content);
  await writeFile(join(site, name), JSON.stringify(content));
}

/** Makes such a folder; whoever calls it removes it. */
export async function ownSite(): Promise<string> {
  const site = join(await mkdtemp(join(tmpdir(), 'academy-site-')), 'site');
  await cp(join(ROOT, 'site'), site, { recursive: true, dereference: true });
  for (const name of ['site.json', ...MARKED])
    await changeSite(site, name, (content) => delete content['placeholders']);
  return site;
}
