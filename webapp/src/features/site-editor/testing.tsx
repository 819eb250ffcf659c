import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { Suspense } from 'react';
import { queryClient } from '@/lib/query-client';
import { managerSession } from '@/lib/session';
import { academyZone } from '@/lib/site-settings';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { SitePage } from './components/site-page';
import type { Files } from './files';

const page = (more: Files[string] = {}) => ({ title: 'T', description: 'D', intro: 'I', ...more });
export const home = (heading: string) => ({
  description: 'D',
  hero: { badge: '', heading, text: 'Short videos' },
  courses: { heading: 'Courses', text: '' },
  why: { heading: 'Why', text: '', items: [{ icon: 'shield', title: 'Safe', text: 'No advertising' }] },
  steps: { heading: 'Begin', items: [] },
  testimonials: { heading: 'They say', items: [{ quote: 'Good', name: 'Sara', role: '' }] },
  action: { heading: 'Ready?', text: 'Begin' },
  placeholders: ['testimonials.items'],
});
const shipped = (): Files => ({
  'site.json': {
    name: { ar: 'الأكاديمية', en: 'The Academy' },
    email: 'hello@academy.example',
    phone: '',
    whatsapp: '',
    address: { ar: '', en: '' },
    workingHours: { ar: '', en: '' },
    photos: [],
    logo: '',
    palette: '',
    defaultLanguage: '',
    placeholders: ['email'],
  },
  ...Object.fromEntries(
    ['ar', 'en'].flatMap((language): [string, Files[string]][] => [
      [`${language}/home.json`, home(language === 'ar' ? 'دروس واضحة' : 'Clear lessons')],
      ...['about', 'privacy', 'terms'].map((name): [string, Files[string]] => [
        `${language}/${name}.json`,
        page({ sections: [], values: [] }),
      ]),
      ...['photos', 'courses', 'contact'].map((name): [string, Files[string]] => [
        `${language}/${name}.json`,
        page({ form: {}, empty: '' }),
      ]),
    ]),
  ),
});

interface Sent {
  files?: Files;
  timezone?: string;
  revision?: number;
}

/** What the server has. */
export const stored = { files: shipped(), timezone: '', revision: 0, draft: false };
/** What it was told, in order. */
export const sent: ['save' | 'publish', Sent][] = [];

const answer = () =>
  HttpResponse.json({
    message: 'ok',
    result: { ...stored, views: { ar: {}, en: {} }, changedAt: null, publishedAt: null },
  });
export const refuse = (status: number, code: string, data?: object[]) =>
  HttpResponse.json({ message: 'x', code, data }, { status });
export const SAVE = '*/api/cm/site/save-draft';
export const PUBLISH = '*/api/cm/site/publish';

/** The shipped site, of an academy in Riyadh, for every test of the file. */
export function serveSite(): void {
  beforeEach(() => {
    vi.spyOn(Intl, 'supportedValuesOf').mockReturnValue(['Africa/Cairo', 'Asia/Dubai', 'Asia/Riyadh', 'Europe/Kiev']);
    academyZone.set('Asia/Riyadh');
    Object.assign(stored, { files: shipped(), timezone: '', revision: 0, draft: false });
    sent.length = 0;
    queryClient.clear();
    managerSession.start('t', { userId: 'm1', fullname: 'Mona', lastLogin: null });
    server.use(
      http.post('*/api/cm/site/fetch', answer),
      http.put(SAVE, async ({ request }) => {
        const body = (await request.json()) as Sent;
        sent.push(['save', body]);
        if (body.revision !== stored.revision) return refuse(409, 'changed_meanwhile');
        stored.files = { ...stored.files, ...body.files };
        stored.timezone = body.timezone ?? stored.timezone;
        stored.draft = true;
        stored.revision += 1;
        return answer();
      }),
      http.put(PUBLISH, async ({ request }) => {
        sent.push(['publish', (await request.json()) as Sent]);
        stored.draft = false;
        stored.revision += 1;
        return answer();
      }),
    );
  });
}

/** Another owner saves `change` after the page was opened. */
export function meanwhile(change: (files: Files) => void, zone = stored.timezone): void {
  stored.files = structuredClone(stored.files);
  change(stored.files);
  stored.timezone = zone;
  stored.revision += 1;
}

/** The page on which owners edit the site. */
export async function open(path = '/', locale: 'en' | 'ar' = 'en') {
  const onPublished = vi.fn();
  const view = renderApp(
    <Suspense>
      <SitePage onPublished={onPublished} />
    </Suspense>,
    { path, locale },
  );
  await screen.findByRole('heading', { level: 1 });
  return { ...view, onPublished };
}

export const zoneField = () => screen.getByRole('combobox', { name: 'Time zone of the academy' });
export async function chooseZone(user: Awaited<ReturnType<typeof open>>['user'], country: string, zone: RegExp) {
  await user.clear(zoneField());
  await user.type(zoneField(), country);
  await user.click(await screen.findByRole('option', { name: zone }));
}
