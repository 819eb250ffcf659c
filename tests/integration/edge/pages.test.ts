// The public pages without scripts, as search engines, link previews and curl get them.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { firstManager, newCourse, type Api, type Course } from '../../harness/api.ts';
import { ORIGIN, PAGES, SiteAcademy } from '../../harness/academies/site-academy.ts';
import { ROOT } from '../../harness/cluster.ts';
import { raw } from '../../harness/plain.ts';
import { until } from '../../harness/until.ts';

const HOSTILE = '<script>alert("x")</script> & {{site.name}}';

let academy: SiteAcademy;
let manager: Api;
let older: Course;
let course: Course;

const textsOf = async (language: string, page: string) =>
  JSON.parse(await readFile(join(academy.site, language, `${page}.json`), 'utf8')) as Record<string, never>;

beforeAll(async () => {
  academy = await SiteAcademy.start();
});

afterAll(() => academy?.stop());

test.each([...PAGES, '/courses?lang=en', '/client/courses/list', '/admin', '/none', '/docs'])(
  '%s runs and applies within itself only what its policy names by hash',
  async (path) => {
    const { html, headers } = await academy.page(path);
    const policy = headers.get('content-security-policy') ?? '';
    for (const [element, directive] of [
      ['script', 'script-src'],
      ['style', 'style-src'],
    ] as const) {
      const sources = new RegExp(`${directive} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? [];
      const inside = [...html.matchAll(new RegExp(`<${element}([^>]*)>(.*?)</${element}>`, 'gs'))]
        .filter(([, attributes = '']) => !/ src=| type="application\//.test(attributes))
        .map(([, , text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
      expect(inside).toHaveLength(
        path === '/docs' || (element === 'style' && !PAGES.includes(path.replace(/\?.*/, ''))) ? 0 : 1,
      );
      expect(sources).toEqual(expect.arrayContaining(["'self'", ...inside]));
    }
  },
);

describe('an academy without courses', () => {
  test.each(PAGES)('%s is a complete page in Arabic, and in English on request', async (path) => {
    for (const [language, dir, name] of [
      ['ar', 'rtl', 'أكاديمية النور'],
      ['en', 'ltr', 'Noor Academy'],
    ] as const) {
      const page = await academy.page(language === 'ar' ? path : `${path}?lang=en`);
      expect(page.status).toBe(200);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('content-language')).toBe(language);
      expect(page.html_tag).toContain(`lang="${language}" dir="${dir}"`);
      expect(page.title).toMatch(path === '/' ? new RegExp(`^${name}$`) : new RegExp(`^.+ · ${name}$`));
      expect(page.description.length).toBeGreaterThan(20);
      expect(page.canonical).toBe(`${ORIGIN}${path}${language === 'en' ? '?lang=en' : ''}`);
      expect(page.alternate('ar')).toBe(ORIGIN + path);
      expect(page.alternate('x-default')).toBe(ORIGIN + path);
      expect(page.alternate('en')).toBe(`${ORIGIN}${path}?lang=en`);
      expect(page.property('og:title')).toBe(page.title);
      expect(page.property('og:url')).toBe(page.canonical);
      expect(page.property('og:image')).toBe(`${ORIGIN}/site/photos/share.png`);
      expect(page.html).not.toContain('{{');
      expect(page.html).not.toMatch(/ style="| on\w+="/);
      expect(page.html.match(/<h1/g)).toHaveLength(1);
      const organization = page.structured.find((thing) => thing['@type'] === 'EducationalOrganization');
      expect(organization).toMatchObject({ name, url: `${ORIGIN}/`, '@id': `${ORIGIN}/#academy` });
    }
  });

  test('what the site folder says is readable text', async () => {
    const home = (await textsOf('en', 'home')) as unknown as {
      hero: { heading: string };
      why: { items: { title: string }[] };
      testimonials: { items: { quote: string }[] };
    };
    const { text } = await academy.page('/?lang=en');
    for (const said of [
      home.hero.heading,
      ...home.why.items.map((item) => item.title),
      ...home.testimonials.items.map((item) => item.quote),
    ])
      expect(text).toContain(said);
    const { sections } = (await textsOf('ar', 'privacy')) as unknown as { sections: { paragraphs: string[] }[] };
    const privacy = await academy.page('/privacy-policy');
    for (const paragraph of sections.flatMap((section) => section.paragraphs))
      expect(privacy.text).toContain(paragraph);
  });

  test('the courses page says that there are none yet, and the home page omits them', async () => {
    const { empty } = (await textsOf('en', 'courses')) as unknown as { empty: string };
    expect((await academy.page('/courses?lang=en')).text).toContain(empty);
    const { courses } = (await textsOf('en', 'home')) as unknown as { courses: { heading: string } };
    expect((await academy.page('/?lang=en')).text).not.toContain(courses.heading);
  });
});

describe('an academy with courses', () => {
  beforeAll(async () => {
    manager = (await firstManager(academy.url)).api;
    older = await newCourse(manager, 'Older', ['one']);
    course = await newCourse(manager, HOSTILE, ['one', 'two', 'three']);
    await until('the courses on the page', async () => (await academy.page('/courses')).html.includes(course._id));
  });

  test('a title that contains HTML is shown as text everywhere', async () => {
    for (const path of ['/', '/courses', `/courses/${course._id}`]) {
      const page = await academy.page(`${path}?lang=en`);
      expect(page.html).not.toContain('<script>alert');
      expect(page.text).toContain(HOSTILE);
    }
    const page = await academy.page(`/courses/${course._id}?lang=en`);
    expect(page.title).toBe(`${HOSTILE} · Noor Academy`);
    expect(page.structured.find((thing) => thing['@type'] === 'Course')).toMatchObject({
      name: HOSTILE,
      url: `${ORIGIN}/courses/${course._id}`,
      provider: { '@id': `${ORIGIN}/#academy` },
    });
  });

  test('counts are written in words, with each language’s plural forms', async () => {
    expect((await academy.page(`/courses/${course._id}?lang=en`)).text).toContain('3 lessons');
    expect((await academy.page(`/courses/${course._id}`)).text).toContain('3 دروس');
    expect((await academy.page('/courses?lang=en')).text).toContain('2 courses');
    expect((await academy.page('/courses')).text).toContain('درس واحد');
  });

  test('the list of courses is described to search engines, newest first', async () => {
    const list = (await academy.page('/courses')).structured.find((thing) => thing['@type'] === 'ItemList');
    expect(list?.['itemListElement']).toMatchObject([
      { position: 1, item: { name: HOSTILE } },
      { position: 2, item: { name: 'Older' } },
    ]);
  });

  test('an unknown course is 404, and so is an unknown page', async () => {
    for (const path of ['/courses/none', '/courses/none?lang=en', '/cours']) {
      const page = await academy.page(path);
      expect(page.status).toBe(404);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test('an unknown address with a dot is the 404 page for whoever opens it, and JSON for whoever loads a file', async () => {
    const opened = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    for (const path of ['/login.php', '/v1.2', '/client/courses/v1.2', '/assets/gone.js', '/a..b.txt']) {
      const page = await raw(academy.url, path, opened);
      expect([path, page.status, page.headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(page.headers['vary']).toContain('Accept');
      const file = await raw(academy.url, path, { accept: '*/*' });
      expect([path, file.status, file.headers['content-type']]).toEqual([path, 404, 'application/json; charset=utf-8']);
      expect(file.headers['vary']).toBe('Accept');
    }
  });

  test('the sitemap has every page and course in both languages', async () => {
    const map = await academy.page('/sitemap.xml');
    expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const addresses = [...map.html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    for (const path of [...PAGES, `/courses/${course._id}`]) {
      expect(addresses).toContain(ORIGIN + path);
      expect(addresses).toContain(`${ORIGIN}${path}?lang=en`);
    }
    expect(addresses).toHaveLength(2 * (PAGES.length + 2));
    const robots = await academy.page('/robots.txt');
    expect(robots.html).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    expect(robots.html).toMatch(/Disallow: \/admin\n/);
  });

  test('a page’s first picture is loaded with priority, the others lazily', async () => {
    for (const { _id } of [older, course]) {
      const form = new FormData();
      form.set('courseId', _id);
      form.set('image', new File([await readFile(join(ROOT, 'site/photos/share.png'))], 'share.png'));
      await manager.must('POST', '/api/cm/course/update-image', form);
    }
    const picturesOf = async (path: string, count: number) =>
      until(`the pictures of ${path}`, async () => {
        const found = (await academy.page(path)).html.match(/<img [^>]*src="\/images\/[^>]*>/g) ?? [];
        return found.length === count ? found : null;
      });
    const urgent = (pictures: string[]) => pictures.map((picture) => picture.includes('fetchPriority="high"'));
    const lazy = (pictures: string[]) => pictures.map((picture) => picture.includes('loading="lazy"'));
    const list = await picturesOf('/courses', 2);
    expect([urgent(list), lazy(list)]).toEqual([
      [true, false],
      [false, true],
    ]);
    const alone = await picturesOf(`/courses/${course._id}`, 1);
    expect([urgent(alone), lazy(alone)]).toEqual([[true], [false]]);
    const home = await picturesOf('/', 2);
    expect([urgent(home), lazy(home)]).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  test('while catalog is down the pages keep showing the last known courses', async () => {
    const pid = await academy.cluster.pidOf('catalog');
    await academy.cluster.freeze(pid);
    try {
      const page = await academy.page('/courses?lang=en');
      expect(page.status).toBe(200);
      expect(page.text).toContain(HOSTILE);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
});
