import type { Plugin } from 'vite';

/** After this pause a letter begins a new search in a list (section 9 of the specification). */
const PAUSE_MS = 500;

/** React Aria's pause, which it has no option for. */
export function withOwnPause(code: string): string {
  const changed = code.replace(/(TYPEAHEAD_DEBOUNCE_WAIT_MS = )1000\b/, `$1${PAUSE_MS}`);
  if (changed === code) throw new Error('React Aria has another pause of its type-ahead: adapt scripts/type-ahead.ts');
  return changed;
}

/** Gives React Aria's lists the specification's type-ahead. */
export function typeAhead(): Plugin {
  return {
    name: 'type-ahead',
    transform: (code, id) =>
      /\/selection\/useTypeSelect\.m?js$/.test(id) ? { code: withOwnPause(code), map: null } : undefined,
  };
}
