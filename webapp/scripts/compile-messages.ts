import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parse } from '@formatjs/icu-messageformat-parser';
import type { Plugin } from 'vite';

const LOCALE_FILE = /\/i18n\/messages\/\w+\.json\?url$/;
const PARSER = '@formatjs/icu-messageformat-parser';

/**
 * Parses the messages at build time, so that the browser gets neither the parser (7 KB) nor its work. The locale
 * files in the source stay plain ICU text; in development and tests they are parsed as they are.
 */
export function compileMessages(): Plugin {
  return {
    name: 'academy:compile-messages',
    enforce: 'pre',
    config: () => ({
      resolve: { alias: [{ find: new RegExp(`^${PARSER}$`), replacement: `${PARSER}/no-parser.js` }] },
    }),
    load(id) {
      if (!LOCALE_FILE.test(id)) return null;
      const path = id.replace(/\?url$/, '');
      const messages = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
      const compiled = Object.fromEntries(
        Object.entries(messages).map(([key, text]) => [key, parse(text, { captureLocation: false })]),
      );
      const asset = this.emitFile({ type: 'asset', name: basename(path), source: JSON.stringify(compiled) });
      return `export default import.meta.ROLLUP_FILE_URL_${asset};`;
    },
  };
}
