import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Puts `src/app/pages.json` beside the built app as `routes.json`: the server answers any other address with 404. */
export function listPages(): Plugin {
  return {
    name: 'academy:list-pages',
    apply: 'build',
    generateBundle() {
      const source = readFileSync(new URL('../src/app/pages.json', import.meta.url), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'routes.json', source });
    },
  };
}
