import type { IntlConfig } from 'react-intl';
import { directionOf, readLocale, writeLocale, type Calendar, type Digits, type Locale } from '@/lib/preferences';
import { Store } from '@/lib/store';
import arUrl from './messages/ar.json?url';
import enUrl from './messages/en.json?url';

/** ICU text, or what a build made of it. */
type Messages = NonNullable<IntlConfig['messages']>;

const FILES: Record<Locale, string> = { ar: arUrl, en: enUrl };
const loaded = new Map<Locale, Messages>();

/** Intl's name of a locale: Western digits and the Gregorian calendar in both languages, unless others were chosen. */
export const intlLocale = (locale: Locale, calendar: Calendar = 'gregory', digits: Digits = 'latn'): string =>
  locale === 'ar' ? `ar-u-ca-${calendar}-nu-${digits}` : calendar === 'gregory' ? 'en-GB' : `en-GB-u-ca-${calendar}`;

export interface ActiveLocale {
  locale: Locale;
  messages: Messages;
}

/** The language on the page; null until its messages have arrived. */
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

/** Shows the page in a language. The language is stored once it can be shown. */
export async function activateLocale(locale: Locale = readLocale()): Promise<void> {
  const messages = await loadMessages(locale);
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
  activeLocale.set({ locale, messages });
}

export async function changeLocale(locale: Locale): Promise<void> {
  await activateLocale(locale);
  writeLocale(locale);
}
