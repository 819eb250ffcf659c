/**
 * A person's choices for this browser. `src/boot/boot.ts` reads the same keys before the first paint.
 *
 * The look is stored twice: for the person (`theme:manager:7`), and as the browser's last look (`theme`), which is used
 * before sign-in and for people who have not chosen one.
 */

import { Store } from './store';
import { mayAnimate, startViewTransition } from './view-transition';

export const LOCALES = ['ar', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

export const SCHEMES = ['light', 'dark'] as const;
export type Scheme = (typeof SCHEMES)[number];
export const PRESETS = ['aura', 'lara'] as const;
// prettier-ignore
export const PRIMARIES = [
  'noir', 'emerald', 'green', 'lime', 'orange', 'amber', 'yellow', 'teal', 'cyan', 'sky', 'blue', 'indigo', 'violet',
  'purple', 'fuchsia', 'pink', 'rose',
] as const;
export const SURFACES = ['slate', 'gray', 'zinc', 'neutral', 'stone', 'soho', 'viva', 'ocean'] as const;
export const MENU_MODES = ['static', 'overlay', 'slim', 'slim-plus', 'reveal', 'drawer', 'horizontal'] as const;
export type MenuMode = (typeof MENU_MODES)[number];
export const CALENDARS = ['gregory', 'islamic-umalqura'] as const;
export type Calendar = (typeof CALENDARS)[number];
export const DIGITS = ['latn', 'arab'] as const;
export type Digits = (typeof DIGITS)[number];
/** The text size, in pixels. */
export const SCALES = ['14', '15', '16', '17', '18', '20'] as const;
/** The opacity of panels, in per cent. */
export const OPACITIES = ['100', '90', '80', '70'] as const;

export interface Theme {
  scheme: Scheme;
  preset: (typeof PRESETS)[number];
  primary: (typeof PRIMARIES)[number];
  /** null is the scheme's default: slate in light, zinc in dark. */
  surface: (typeof SURFACES)[number] | null;
  /** null is the area's default: horizontal for managers, static for learners. */
  menuMode: MenuMode | null;
  /** null is the page's scheme, which also applies in the mode `horizontal`, whatever is chosen. */
  menuTheme: Scheme | null;
  /** Whether the menu of the modes `reveal` and `drawer` is pinned open. */
  anchored: boolean;
  scale: (typeof SCALES)[number];
  opacity: (typeof OPACITIES)[number];
  calendar: Calendar;
  digits: Digits;
}

const LANG_KEY = 'lang';
const THEME_KEY = 'theme';
/** The academy's colour, for who has chosen none. */
const COLOUR_KEY = 'academyColour';
export const DEFAULT_THEME: Readonly<Theme> = {
  scheme: 'light',
  preset: 'aura',
  primary: 'emerald',
  surface: null,
  menuMode: null,
  menuTheme: null,
  anchored: false,
  scale: '16',
  opacity: '100',
  calendar: 'gregory',
  digits: 'latn',
};
const CHOICES: Partial<Record<string, readonly string[]>> = {
  scheme: SCHEMES,
  preset: PRESETS,
  primary: PRIMARIES,
  surface: SURFACES,
  menuMode: MENU_MODES,
  menuTheme: SCHEMES,
  scale: SCALES,
  opacity: OPACITIES,
  calendar: CALENDARS,
  digits: DIGITS,
};

/** Whether this browser's user has chosen a language. */
export const hasChosenLocale = (): boolean => storageGet(LANG_KEY) !== null;

/** The chosen language, else that of the page that the server sent. */
export function readLocale(): Locale {
  return (storageGet(LANG_KEY) ?? document.documentElement.lang) === 'en' ? 'en' : 'ar';
}

export function writeLocale(locale: Locale): void {
  storageSet(LANG_KEY, locale);
}

export function directionOf(locale: Locale): 'rtl' | 'ltr' {
  return locale === 'ar' ? 'rtl' : 'ltr';
}

/** The owner of the page's look: `manager:ID` or `learner:ID`; null before sign-in. */
let person = personAt(globalThis.location?.pathname ?? '');

function personAt(path: string): string | null {
  const found = /^\/(admin|client)(\/|$)/.exec(path)?.[1];
  const id = found && storageGet(found === 'admin' ? 'userId' : 'clientId');
  return id ? `${found === 'admin' ? 'manager' : 'learner'}:${id}` : null;
}

function academyColour(): Theme['primary'] {
  const colour = storageGet(COLOUR_KEY);
  return PRIMARIES.find((primary) => primary === colour) ?? DEFAULT_THEME.primary;
}

function readTheme(): Theme {
  const kept = (person && storageGet(`${THEME_KEY}:${person}`)) ?? storageGet(THEME_KEY);
  try {
    const read = Object.entries(JSON.parse(kept ?? '{}') as object).filter(([key, value]) =>
      key === 'anchored' ? typeof value === 'boolean' : CHOICES[key]?.includes(String(value)),
    );
    return { ...DEFAULT_THEME, primary: academyColour(), ...(Object.fromEntries(read) as Partial<Theme>) };
  } catch {
    return { ...DEFAULT_THEME, primary: academyColour() };
  }
}

export const theme = new Store<Theme>(readTheme());

function apply({ scheme, preset, primary, surface, scale, opacity }: Theme): void {
  const { dataset } = document.documentElement;
  Object.assign(dataset, { scheme, preset, primary, scale, opacity });
  if (surface) dataset.surface = surface;
  else delete dataset.surface;
}

/** Stores and applies a choice; with a view transition if the browser supports it and the person does not prefer reduced motion. */
export function changeTheme(change: Partial<Theme>): void {
  const before = theme.get();
  const next = { ...before, ...change };
  const kept = JSON.stringify(next);
  storageSet(THEME_KEY, kept);
  if (person) storageSet(`${THEME_KEY}:${person}`, kept);
  theme.set(next);
  if (mayAnimate()) startViewTransition(() => apply(next));
  else apply(next);
}

/** Shows the academy's colour to who has chosen no look; it is remembered for the next page's first paint. */
export function followAcademyColour(colour: string): void {
  storageSet(COLOUR_KEY, colour || null);
  if ((person && storageGet(`${THEME_KEY}:${person}`)) ?? storageGet(THEME_KEY)) return;
  const next = { ...theme.get(), primary: academyColour() };
  if (next.primary === theme.get().primary) return;
  theme.set(next);
  apply(next);
}

/** Shows the look of who is signed in in this area, as they left it in this browser. */
export function followPerson(now: string | null): void {
  if (now === person) return;
  person = now;
  const next = readTheme();
  theme.set(next);
  apply(next);
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
