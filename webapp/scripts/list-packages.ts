import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/;

/** The folder of the package that a module belongs to; none for our own and for Vite's helpers. */
export function packageFolder(id: string): string | undefined {
  // Bundlers mark what they made of a file with a NUL, and how it was asked for behind a question mark.
  return FOLDER.exec(id.replace(/^\0/, '').replace(/\?.*$/, ''))?.[0];
}

function describe(folder: string): string {
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, string>;
  return `${name}@${version}`;
}

/** Puts `.packages.json`, the packages whose code is in the built app, beside it: the bill of materials names them. */
export function listPackages(): Plugin {
  const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
  const folders = new Set<string>();
  return {
    name: 'academy:list-packages',
    apply: 'build',
    transform: {
      order: 'pre',
      // Tailwind puts its own style sheets into ours, and the modules do not show it.
      handler(code, id) {
        if (!id.endsWith('.css')) return;
        for (const [, name] of code.matchAll(/@import\s+['"]([^./'"][^'"]*)['"]/g)) {
          const folder = packageFolder(`${modules}${name}`);
          if (folder !== undefined) folders.add(folder);
        }
      },
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const id of file.moduleIds) {
          const folder = packageFolder(id);
          if (folder !== undefined) folders.add(folder);
        }
      }
      const names = [...new Set([...folders].map(describe))].sort();
      this.emitFile({ type: 'asset', fileName: '.packages.json', source: `${JSON.stringify(names, null, 2)}\n` });
    },
  };
}
