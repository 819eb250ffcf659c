// A site folder that is an academy's own: the shipped one, of which nothing is marked as an example.
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { ROOT } from './cluster.ts';

const MARKED = ['home', 'about', 'privacy', 'terms'].flatMap((page) => [`ar/${page}.json`, `en/${page}.json`]);

/** Takes the marks away in a copy of the shipped folder. */
export async function withoutMarks(site: string): Promise<void> {
  for (const name of ['site.json', ...MARKED]) {
    const content = JSON.parse(await readFile(join(site, name), 'utf8')) as Record<string, unknown>;
    delete content['placeholders'];
    await writeFile(join(site, name), JSON.stringify(content));
  }
}

/** Makes such a folder; whoever calls it removes it. */
export async function ownSite(): Promise<string> {
  const site = join(await mkdtemp(join(tmpdir(), 'academy-site-')), 'site');
  await cp(join(ROOT, 'site'), site, { recursive: true, dereference: true });
  await withoutMarks(site);
  return site;
}
