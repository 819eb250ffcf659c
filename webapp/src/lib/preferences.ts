/** What a person chose for this browser. `public/boot.js` reads the same keys before the first paint. */

import { Store } from './store';

export const LOCALES = ['ar', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

export type Scheme = 'light' | 'dark';
export const PRESETS = ['aura', 'lara'] as const;
// prettier-ignore
export const PRIMARIES = [
  'noir', 'emerald', 'green', 'lime', 'orange', 'amber', 'yellow', 'teal', 'cyan', 'sky', 'blue', 'indigo', 'violet',
  'purple', 'fuchsia', 'pink', 'rose',
] as const;
export const SURFACES = ['slate', 'gray', 'zinc', 'neutral', 'stone', 'soho', 'viva', 'ocean'] as const;

export interface Theme {
  scheme: Scheme;
  preset: (typeof PRESETS)[number];
  primary: (typeof PRIMARIES)[number];
  /** null is the scheme's own: slate in light, zinc in dark. */
  surface: (typeof SURFACES)[number] | null;
}

const LANG_KEY = 'lang';
const THEME_KEY = 'theme';
const DEFAULT_THEME: Theme = { scheme: 'light', preset: 'aura', primary: 'emerald', surface: null };

export function readLocale(): Locale {
  return storageGet(LANG_KEY) === 'en' ? 'en' : 'ar';
}

export function writeLocale(locale: Locale): void {
  storageSet(LANG_KEY, locale);
}

export function directionOf(locale: Locale): 'rtl' | 'ltr' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

function readTheme(): Theme {
  try {
    return { ...DEFAULT_THEME, ...(JSON.parse(storageGet(THEME_KEY) ?? '{}') as Partial<Theme>) };
  } catch {
    return DEFAULT_THEME;
  }
}

export const theme = new Store<Theme>(readTheme());

/** Stores and applies a choice; with a view transition where the browser has one and motion is welcome. */
export function changeTheme(change: Partial<Theme>): void {
  const next = { ...theme.get(), ...change };
  storageSet(THEME_KEY, JSON.stringify(next));
  theme.set(next);
  const apply = () => {
    const { dataset } = document.documentElement;
    dataset.scheme = next.scheme;
    dataset.preset = next.preset;
    dataset.primary = next.primary;
    if (next.surface) dataset.surface = next.surface;
    else delete dataset.surface;
  };
  const calm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
  if (!calm && 'startViewTransition' in document) document.startViewTransition(apply);
  else apply();
}

export function storageGet(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null; // Storage may be forbidden; the visit then simply is not remembered.
  }
}

export function storageSet(key: string, value: string | null): void {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, value);
  } catch {
    // See storageGet.
  }
}
