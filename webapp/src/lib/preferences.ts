/** What a person chose for this browser. `public/boot.js` reads the same keys before the first paint. */

export const LOCALES = ['ar', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

export type Scheme = 'light' | 'dark';
export interface Theme {
  scheme: Scheme;
  preset: 'aura' | 'lara';
  primary: string;
  surface: string | null;
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

export function readTheme(): Theme {
  try {
    return { ...DEFAULT_THEME, ...(JSON.parse(storageGet(THEME_KEY) ?? '{}') as Partial<Theme>) };
  } catch {
    return DEFAULT_THEME;
  }
}

/** Stores and applies a theme; with a view transition where the browser has one and motion is welcome. */
export function applyTheme(theme: Theme): void {
  storageSet(THEME_KEY, JSON.stringify(theme));
  const apply = () => {
    const { dataset } = document.documentElement;
    dataset.scheme = theme.scheme;
    dataset.preset = theme.preset;
    dataset.primary = theme.primary;
    if (theme.surface) dataset.surface = theme.surface;
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
