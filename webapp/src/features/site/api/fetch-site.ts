import { activeLocale } from '@/i18n/locale';
import { call } from '@/lib/api-client';
import { isApiError } from '@/lib/api-error';
import { withoutDirections } from '@/lib/directions';
import { keepPageViews } from '@/lib/page-view';
import { followAcademyColour, readLocale, type Locale } from '@/lib/preferences';
import {
  academyZone,
  binDays,
  botCheckSettings,
  defaultLanguage,
  idleSettings,
  passwordMinimum,
  type BotCheckSettings,
} from '@/lib/site-settings';
import { Store, useStore } from '@/lib/store';
import type { Site, SiteView } from '../model';

interface SiteData {
  dataLayer?: boolean;
  botCheck?: Partial<BotCheckSettings>;
  passwordMinimum?: number;
  binDays?: number;
  idle?: { afterSeconds: number; answerSeconds: number };
  timezone?: string;
  defaultLanguage?: string;
  palette?: string;
  /** The OpenAPI document does not describe the pages' texts; the server checks them when it reads the site folder. */
  view?: Omit<SiteView, 'pages'> & { lang: Locale; pages: object };
}

type Views = Partial<Record<Locale, SiteView>>;

// Like the messages, it is loaded once per visit, and is not worth loading the query cache on the public pages.
const views = new Store<Views>({});
const loading = new Map<Locale, Promise<void>>();

function take(data: SiteData): void {
  botCheckSettings.set({ ...botCheckSettings.get(), ...data.botCheck });
  passwordMinimum.set(data.passwordMinimum ?? passwordMinimum.get());
  binDays.set(data.binDays ?? binDays.get());
  idleSettings.set({ ...idleSettings.get(), ...data.idle });
  academyZone.set(data.timezone ?? academyZone.get());
  if (data.palette !== undefined) followAcademyColour(data.palette);
  if (data.defaultLanguage === 'ar' || data.defaultLanguage === 'en') defaultLanguage.set(data.defaultLanguage);
  if (data.dataLayer) keepPageViews();
  if (data.view) views.set({ ...views.get(), [data.view.lang]: data.view as SiteView });
}

/** Takes the data that the server has embedded in the page, so that no request is needed. */
function takeFromPage(): void {
  const block = document.getElementById('site-data');
  if (!block) return;
  block.remove();
  // As an answer of the server is read.
  take(JSON.parse(withoutDirections(block.textContent)) as SiteData);
}

const languageNow = (): Locale => activeLocale.get()?.locale ?? readLocale();

/** Loads the site again after it was changed, and shows it. */
export async function reloadSite(): Promise<void> {
  const known = Object.keys(views.get()) as Locale[];
  await Promise.all(
    known.map(async (locale) => {
      const { result } = await call('GET', `/api/public/site?lang=${locale}` as '/api/public/site');
      take(result);
    }),
  );
}

/** Loads the site's data once per language. If that fails, the pages are shown without it and the next screen retries. */
export function loadSite(locale: Locale = languageNow()): Promise<void> {
  takeFromPage();
  if (views.get()[locale]) return Promise.resolve();
  const underWay = loading.get(locale);
  if (underWay) return underWay;
  const begun = call('GET', `/api/public/site?lang=${locale}` as '/api/public/site')
    .then(
      ({ result }) => take(result as SiteData),
      (error: unknown) => {
        if (!isApiError(error)) throw error;
      },
    )
    .finally(() => loading.delete(locale));
  loading.set(locale, begun);
  return begun;
}

/** Whether the site's data has loaded, in any language. */
export const siteIsKnown = (): boolean => Object.keys(views.get()).length > 0;

/** For tests and prerendering: sets the site's data as if it had loaded. */
export function setSite(locale: Locale, view: SiteView | undefined): void {
  views.set({ ...views.get(), [locale]: view });
}

const NOTHING: Site = {
  name: '',
  email: '',
  phone: '',
  whatsapp: '',
  address: '',
  workingHours: '',
  links: { email: '', phone: '', whatsapp: '' },
  social: [],
  photos: [],
  logo: '',
  palette: '',
  contactForm: false,
};

/** The site in a language, or in the other one until that has loaded. */
export function useSiteView(locale: Locale): SiteView | undefined {
  const known = useStore(views);
  return known[locale] ?? known[locale === 'ar' ? 'en' : 'ar'];
}

/** The site's data in a language; unknown texts are empty, and the academy then has a generic name. */
export function useSite(locale: Locale, fallbackName: string): Site {
  const view = useSiteView(locale);
  return { ...NOTHING, ...view, name: view?.name || fallbackName };
}
