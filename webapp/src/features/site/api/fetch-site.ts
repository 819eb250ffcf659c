import { call } from '@/lib/api-client';
import { isApiError } from '@/lib/api-error';
import type { Locale } from '@/lib/preferences';
import { botCheckSettings, idleSettings, passwordMinimum, type BotCheckSettings } from '@/lib/site-settings';
import { Store, useStore } from '@/lib/store';

/** A text in both languages, or one for both. */
type Text = string | Partial<Record<Locale, string>>;

interface SiteData {
  name?: Text;
  email?: string;
  phone?: string;
  whatsapp?: string;
  address?: Text;
  workingHours?: Text;
  botCheck?: Partial<BotCheckSettings>;
  passwordMinimum?: number;
}

export interface Site {
  name: string;
  email: string;
  phone: string;
  whatsapp: string;
  address: string;
  workingHours: string;
}

// Like the messages, it is loaded once for a visit and is not worth a query cache on the public pages.
const data = new Store<SiteData | null>(null);
let loading: Promise<void> | null = null;

/** Loads the academy's own data once; when that fails the pages do without, and the next screen tries again. */
export function loadSite(): Promise<void> {
  loading ??= call('GET', '/api/public/site').then(
    ({ result }) => {
      data.set(result);
      botCheckSettings.set({ ...botCheckSettings.get(), ...result.botCheck });
      passwordMinimum.set(result.passwordMinimum ?? passwordMinimum.get());
      idleSettings.set({ ...idleSettings.get(), ...result.idle });
    },
    (error: unknown) => {
      loading = null;
      if (!isApiError(error)) throw error;
    },
  );
  return loading;
}

const say = (text: Text | undefined, locale: Locale): string =>
  typeof text === 'string' ? text : (text?.[locale] ?? text?.ar ?? text?.en ?? '');

/** The site's data in a language; what the academy has not told is empty, and its name then is a plain one. */
export function useSite(locale: Locale, fallbackName: string): Site {
  const site = useStore(data);
  return {
    name: say(site?.name, locale) || fallbackName,
    email: site?.email ?? '',
    phone: site?.phone ?? '',
    whatsapp: site?.whatsapp ?? '',
    address: say(site?.address, locale),
    workingHours: say(site?.workingHours, locale),
  };
}
