import type { Plugin } from 'vite';

const DEFAULT = /\bdefaultMessage:\s*(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)\s*,?/g;

/** Removes `defaultMessage` from `defineMessages` calls; the texts come from the locale files. */
export function stripDefaultMessages(): Plugin {
  return {
    name: 'academy:strip-default-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/.*\.tsx?$/.test(id) || !code.includes('defineMessages({')) return null;
      return { code: code.replace(DEFAULT, ''), map: null };
    },
  };
}
