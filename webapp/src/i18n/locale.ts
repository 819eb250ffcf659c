import type { IntlConfig } from 'react-intl';
import { directionOf, readLocale, writeLocale, type Calendar, type Digits, type Locale } from '@/lib/preferences';
import { Store } from '@/lib/store';
import arUrl from './messages/ar.json?url';
import enUrl from './messages/en.json?url';

/** ICU text, or its form precompiled by the build. */
type Messages = NonNullable<IntlConfig['messages']>;

const FILES: Record<Locale, string> = { ar: arUrl, en: enUrl };
const loaded = new Map<Locale, Messages>();

/** The locale's name for Intl: Western digits and the Gregorian calendar in both languages, unless the person has chosen others. */
export const intlLocale = (locale: Locale, calendar: Calendar = 'gregory', digits: Digits = 'latn'): string =>
  locale === 'ar' ? `ar-u-ca-${calendar}-nu-${digits}` : calendar === 'gregory' ? 'en-GB' : `en-GB-u-ca-${calendar}`;

export interface ActiveLocale {
  locale: Locale;
  messages: Messages;
}

/** The page's language; null until its messages have loaded. */
export const activeLocale = new Store<ActiveLocale | null>(null);

async function loadMessages(locale: Locale): Promise<Messages> {
  const known = loaded.get(locale);
  if (known) return known;
  const response = await fetch(FILES[locale]);
  if (!response.ok) throw new Error(`No messages for ${locale}: ${response.status}`);
  const messages = (await response.json()) as Messages;
  loaded.set(locale, messages);
  return messages;
}

/** Switches the page to a language, and stores the choice when its messages have loaded. */
export async function activateLocale(locale: Locale = readLocale()): Promise<void> {
  const messages = await loadMessages(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
  activeLocale.set({ locale, messages });
}

export async function changeLocale(locale: Locale): Promise<void> {
  await loadMessages(locale);
  // Before the page is in the language: what looks whether one was chosen must see it.
  writeLocale(locale);
  await activateLocale(locale);
}
