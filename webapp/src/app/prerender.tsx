/**
 * Renders the public pages for the server, once per language, when the web app is built (scripts/prerender.ts). The
 * academy's texts and courses are marks that the server fills (edge/site/public_pages.cc). Never part of the browser's
 * files.
 */
import { renderToString } from 'react-dom/server';
import { createIntl, type MessageDescriptor } from 'react-intl';
import { createStaticHandler, createStaticRouter, StaticRouterProvider, type RouteObject } from 'react-router';
import { setSite } from '@/features/site/api/fetch-site';
import { courseFactMessages } from '@/features/site/components/course-facts';
import { publicCoursesMessages } from '@/features/site/components/public-courses';
import type { CourseCard, Point, Section, SiteView } from '@/features/site/model';
import { markedList } from '@/features/site/template';
import { I18nProvider } from '@/i18n/i18n-provider';
import { activeLocale, intlLocale } from '@/i18n/locale';
import ar from '@/i18n/messages/ar.json';
import en from '@/i18n/messages/en.json';
import { LOCALES, type Locale } from '@/lib/preferences';
import * as about from './routes/public/about';
import * as contact from './routes/public/contact';
import * as course from './routes/public/course';
import * as courses from './routes/public/courses';
import * as gallery from './routes/public/gallery';
import * as home from './routes/public/home';
import * as layout from './routes/public/layout';
import * as privacy from './routes/public/privacy-policy';
import * as terms from './routes/public/terms-and-conditions';

const MESSAGES = { ar, en };

/** A mark that the server replaces with text. */
const at = (path: string) => `{{${path}}}`;

const POINT: Point = { icon: at('icon'), title: at('title'), text: at('text') };
const SECTION: Section = { heading: at('heading'), paragraphs: markedList('paragraphs', at('.')) };

function markedSite(): SiteView {
  const site = (key: string) => at(`site.${key}`);
  const page = (name: string) => ({
    title: site(`pages.${name}.title`),
    description: '',
    intro: site(`pages.${name}.intro`),
  });
  const sections = (name: string) => markedList(`site.pages.${name}.sections`, SECTION);
  const homeTexts = <Key extends string>(part: string, ...keys: Key[]) =>
    Object.fromEntries(keys.map((key) => [key, site(`pages.home.${part}.${key}`)])) as Record<Key, string>;
  const homeItems = <Item,>(part: string, item: Item) => markedList(`site.pages.home.${part}.items`, item);
  return {
    name: site('name'),
    email: site('email'),
    phone: site('phone'),
    whatsapp: site('whatsapp'),
    address: site('address'),
    workingHours: site('workingHours'),
    links: { email: site('links.email'), phone: site('links.phone'), whatsapp: site('links.whatsapp') },
    social: markedList('site.social', { name: at('name'), url: at('url') }),
    photos: markedList('site.photos', { src: at('src'), alt: at('alt'), caption: at('caption') }),
    logo: site('logo'),
    palette: '',
    contactForm: site('contactForm') as unknown as boolean,
    pages: {
      home: {
        description: '',
        hero: homeTexts('hero', 'badge', 'heading', 'text'),
        courses: homeTexts('courses', 'heading', 'text'),
        why: { ...homeTexts('why', 'heading', 'text'), items: homeItems('why', POINT) },
        steps: {
          ...homeTexts('steps', 'heading'),
          items: homeItems('steps', { title: at('title'), text: at('text') }),
        },
        testimonials: {
          ...homeTexts('testimonials', 'heading'),
          items: homeItems('testimonials', { quote: at('quote'), name: at('name'), role: at('role') }),
        },
        action: homeTexts('action', 'heading', 'text'),
      },
      about: { ...page('about'), sections: sections('about'), values: markedList('site.pages.about.values', POINT) },
      photos: page('photos'),
      courses: { ...page('courses'), empty: site('pages.courses.empty') },
      contact: {
        ...page('contact'),
        form: { heading: site('pages.contact.form.heading'), text: site('pages.contact.form.text') },
      },
      privacy: { ...page('privacy'), sections: sections('privacy') },
      terms: { ...page('terms'), sections: sections('terms') },
    },
  };
}

/** A course of a list, or the page's own course, whose values are under `base`. */
const markedCourse = (base = ''): CourseCard => ({
  _id: at(`${base}_id`),
  title: at(`${base}title`),
  description: at(`${base}summary`),
  image: at(`${base}image`),
  partsCount: 0,
  duration: 0,
  words: {
    lessons: at(`${base}lessons`),
    length: at(`${base}length`),
    summary: at(`${base}summary`),
    turn: at(`${base}turn`),
    first: at(`${base}first`),
  },
});

const markedCourses = () => markedList('courses', markedCourse());

interface PublicPage {
  path: string;
  Component: () => React.ReactNode;
  data?: () => object;
}

// By the names of the site folder's files.
const PAGES: Record<string, PublicPage> = {
  home: { path: '/', Component: home.Component, data: () => ({ courses: markedCourses() }) },
  about: { path: '/about', Component: about.Component },
  photos: { path: '/gallery', Component: gallery.Component },
  courses: {
    path: '/courses',
    Component: courses.Component,
    data: () => ({ courses: markedCourses(), found: at('found') }),
  },
  course: {
    path: '/courses/:courseId',
    Component: course.Component,
    data: () => ({ course: markedCourse('course.'), paragraphs: markedList('course.paragraphs', at('.')) }),
  },
  contact: { path: '/contact', Component: contact.Component },
  privacy: { path: '/privacy-policy', Component: privacy.Component },
  terms: { path: '/terms-and-conditions', Component: terms.Component },
};

async function renderPage({ path, Component, data }: PublicPage): Promise<string> {
  const routes: RouteObject[] = [
    {
      element: <layout.Component year={at('year')} />,
      children: [{ path, Component, loader: () => data?.() ?? null }],
    },
  ];
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(`http://academy${path}`));
  if (context instanceof Response) throw new Error(`${path} answered instead of being rendered`);
  if (context.errors) throw new Error(`${path} failed`, { cause: Object.values(context.errors)[0] });
  const html = renderToString(
    <I18nProvider>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </I18nProvider>,
  );
  return (
    html
      // Comments between pieces of text, which only hydration needs, and React's preload links for pictures.
      .replaceAll('<!-- -->', '')
      .replace(/<link rel="preload" as="image"[^>]*>/g, '')
      // Marks in addresses, which the router has percent-encoded.
      .replace(/%7B%7B([\w.]+)%7D%7D/g, '{{$1}}')
  );
}

/** The plural forms for the server: see edge/site/counted_words.h. */
function countedWords(locale: Locale) {
  const intl = createIntl({ locale: intlLocale(locale), messages: MESSAGES[locale] });
  const unit = (name: string) => (count: number) =>
    intl.formatNumber(count, { style: 'unit', unit: name, unitDisplay: 'long' });
  const message = (text: MessageDescriptor) => (count: number) => intl.formatMessage(text, { count });
  const forms = (say: (count: number) => string) => ({
    exact: [0, 1, 2].map(say),
    others: Array.from({ length: 100 }, (_, last) => say(100 + last).replace(String(100 + last), '#')),
  });
  return {
    lesson: forms(message(courseFactMessages.parts)),
    course: forms(message(publicCoursesMessages.found)),
    hour: forms(unit('hour')),
    minute: forms(unit('minute')),
    second: forms(unit('second')),
    pair: intl.formatList(['#', '#'], { type: 'unit' }),
  };
}

export interface Rendered {
  pages: { name: string; path: string; locale: Locale; html: string }[];
  words: Record<Locale, object>;
}

export async function renderAll(): Promise<Rendered> {
  const pages: Rendered['pages'] = [];
  for (const locale of LOCALES) {
    activeLocale.set({ locale, messages: MESSAGES[locale] });
    setSite(locale, markedSite());
    for (const [name, page] of Object.entries(PAGES)) {
      pages.push({ name, path: page.path, locale, html: await renderPage(page) });
    }
  }
  return { pages, words: { ar: countedWords('ar'), en: countedWords('en') } };
}
