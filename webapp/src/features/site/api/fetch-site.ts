import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import type { Locale } from '@/lib/preferences';

/** A text in both languages, or one for both. */
type Text = string | Partial<Record<Locale, string>>;

interface SiteAnswer extends Answer {
  result: {
    name?: Text;
    email?: string;
    phone?: string;
    whatsapp?: string;
    address?: Text;
    workingHours?: Text;
  };
}

export interface Site {
  name: string;
  email: string;
  phone: string;
  whatsapp: string;
  address: string;
  workingHours: string;
}

export const siteQueryOptions = () =>
  queryOptions({
    queryKey: ['public', 'site'],
    queryFn: async ({ signal }) => (await call<SiteAnswer>('GET', '/api/public/site', undefined, { signal })).result,
    staleTime: Infinity,
  });

const say = (text: Text | undefined, locale: Locale): string =>
  typeof text === 'string' ? text : (text?.[locale] ?? text?.ar ?? text?.en ?? '');

/** The site's data in a language; what the academy has not told is empty, and its name then is a plain one. */
export function useSite(locale: Locale, fallbackName: string): Site {
  const { data } = useQuery(siteQueryOptions());
  return {
    name: say(data?.name, locale) || fallbackName,
    email: data?.email ?? '',
    phone: data?.phone ?? '',
    whatsapp: data?.whatsapp ?? '',
    address: say(data?.address, locale),
    workingHours: say(data?.workingHours, locale),
  };
}
