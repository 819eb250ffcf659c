// The public pages without scripts, as search engines, link previews and curl get them.
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, newCourse, type Course } from '../../harness/api.ts';
import { Cluster, ROOT } from '../../harness/cluster.ts';
import { withoutMarks } from '../../harness/own-site.ts';
import { MailCatcher } from '../../harness/servers/mail.ts';
import { raw } from '../../harness/plain.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
const ORIGIN = 'https://academy.example';
const PAGES = ['/', '/about', '/gallery', '/courses', '/contact', '/privacy-policy', '/terms-and-conditions'];
const HOSTILE = '<script>alert("x")</script> & {{site.name}}';

let folder: string;
let site: string;
let cluster: Cluster;
let mail: MailCatcher;
let manager: Api;
let older: Course;
let course: Course;

const textsOf = async (language: string, page: string) =>
  JSON.parse(await readFile(join(site, language, `${page}.json`), 'utf8')) as Record<string, never>;
async function change(name: string, how: (content: Record<string, unknown>) => void, at = site): Promise<void> {
  const content = JSON.parse(await readFile(join(at, name), 'utf8')) as Record<string, unknown>;
  how(content);
  await writeFile(join(at, name), JSON.stringify(content));
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'academy-pages-'));
  site = join(folder, 'site');
  await cp(join(ROOT, 'site'), site, { recursive: true, dereference: true });
  await withoutMarks(site);
  await change('site.json', (content) => {
    content['name'] = { ar: 'أكاديمية النور', en: 'Noor Academy' };
    content['messagesTo'] = 'inbox@academy.test';
  });
  mail = await MailCatcher.start();
  cluster = await Cluster.start({
    flags: ['--site', site, '--public-url', ORIGIN, '--bot-check', 'off', '--smtp', mail.url],
  });
});

afterAll(async () => {
  await cluster?.stop();
  await mail?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The content of a page's head and body, read like a crawler. */
class Page {
  constructor(
    readonly status: number,
    readonly headers: Headers,
    readonly html: string,
  ) {}

  static async get(path: string, url = cluster.url): Promise<Page> {
    const response = await fetch(url + path);
    return new Page(response.status, response.headers, await response.text());
  }

  one(pattern: RegExp): string {
    const found = [...this.html.matchAll(new RegExp(pattern, `g${pattern.flags}`))];
    expect(found, String(pattern)).toHaveLength(1);
    return unescape(found[0]?.[1] ?? '');
  }
  get title() {
    return this.one(/<title>([^<]*)<\/title>/);
  }
  get description() {
    return this.one(/<meta name="description" content="([^"]*)"/);
  }
  get canonical() {
    return this.one(/<link rel="canonical" href="([^"]*)"/);
  }
  alternate(language: string) {
    return this.one(new RegExp(`<link rel="alternate" hreflang="${language}" href="([^"]*)"`));
  }
  property(name: string) {
    return this.one(new RegExp(`<meta property="${name}" content="([^"]*)"`));
  }
  get html_tag() {
    return this.one(/<html ([^>]*)>/);
  }
  get structured() {
    const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(this.html)?.[1] ?? '';
    return (JSON.parse(json) as { '@graph': Record<string, unknown>[] })['@graph'];
  }
  /** The text without HTML tags. */
  get text() {
    const body = this.html.slice(this.html.indexOf('<body'), this.html.indexOf('id="site-data"'));
    return unescape(body.replace(/<svg.*?<\/svg>/gs, '').replace(/<[^>]*>/g, ' ')).replace(/\s+/g, ' ');
  }
}

function unescape(text: string): string {
  const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
  return text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => named[name] ?? '');
}

test.each([...PAGES, '/courses?lang=en', '/client/courses/list', '/admin', '/none', '/docs'])(
  '%s runs and applies within itself only what its policy names by hash',
  async (path) => {
    const { html, headers } = await Page.get(path);
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

test('/licenses has the licences of the code that pages and programs hold, as text', async () => {
  const { status, headers, body } = await raw(cluster.url, '/licenses');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const shipped = JSON.parse(await readFile(join(ROOT, 'out/web/.packages.json'), 'utf8')) as string[];
  const text = body.toString();
  for (const each of shipped) {
    const [name, version] = [each.slice(0, each.lastIndexOf('@')), each.slice(each.lastIndexOf('@') + 1)];
    expect(text).toContain(`\n${name} ${version}\nLicence: `);
  }
  expect(text).toContain('\nargon2 ');
  expect(text).toContain('\nnlohmann-json3-dev ');
});

describe('an academy without courses', () => {
  test.each(PAGES)('%s is a complete page in Arabic, and in English on request', async (path) => {
    for (const [language, dir, name] of [
      ['ar', 'rtl', 'أكاديمية النور'],
      ['en', 'ltr', 'Noor Academy'],
    ] as const) {
      const page = await Page.get(language === 'ar' ? path : `${path}?lang=en`);
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
      const academy = page.structured.find((thing) => thing['@type'] === 'EducationalOrganization');
      expect(academy).toMatchObject({ name, url: `${ORIGIN}/`, '@id': `${ORIGIN}/#academy` });
    }
  });

  test('what the site folder says is readable text', async () => {
    const home = (await textsOf('en', 'home')) as unknown as {
      hero: { heading: string };
      why: { items: { title: string }[] };
      testimonials: { items: { quote: string }[] };
    };
    const { text } = await Page.get('/?lang=en');
    for (const said of [
      home.hero.heading,
      ...home.why.items.map((item) => item.title),
      ...home.testimonials.items.map((item) => item.quote),
    ])
      expect(text).toContain(said);
    const { sections } = (await textsOf('ar', 'privacy')) as unknown as { sections: { paragraphs: string[] }[] };
    const privacy = await Page.get('/privacy-policy');
    for (const paragraph of sections.flatMap((section) => section.paragraphs))
      expect(privacy.text).toContain(paragraph);
  });

  test('the courses page says that there are none yet, and the home page omits them', async () => {
    const { empty } = (await textsOf('en', 'courses')) as unknown as { empty: string };
    expect((await Page.get('/courses?lang=en')).text).toContain(empty);
    const { courses } = (await textsOf('en', 'home')) as unknown as { courses: { heading: string } };
    expect((await Page.get('/?lang=en')).text).not.toContain(courses.heading);
  });
});

describe('an academy with courses', () => {
  beforeAll(async () => {
    manager = (await firstManager(cluster.url)).api;
    older = await newCourse(manager, 'Older', ['one']);
    course = await newCourse(manager, HOSTILE, ['one', 'two', 'three']);
    await until('the courses on the page', async () => (await Page.get('/courses')).html.includes(course._id));
  });

  test('a title that contains HTML is shown as text everywhere', async () => {
    for (const path of ['/', '/courses', `/courses/${course._id}`]) {
      const page = await Page.get(`${path}?lang=en`);
      expect(page.html).not.toContain('<script>alert');
      expect(page.text).toContain(HOSTILE);
    }
    const page = await Page.get(`/courses/${course._id}?lang=en`);
    expect(page.title).toBe(`${HOSTILE} · Noor Academy`);
    expect(page.structured.find((thing) => thing['@type'] === 'Course')).toMatchObject({
      name: HOSTILE,
      url: `${ORIGIN}/courses/${course._id}`,
      provider: { '@id': `${ORIGIN}/#academy` },
    });
  });

  test('counts are written in words, with each language’s plural forms', async () => {
    expect((await Page.get(`/courses/${course._id}?lang=en`)).text).toContain('3 lessons');
    expect((await Page.get(`/courses/${course._id}`)).text).toContain('3 دروس');
    expect((await Page.get('/courses?lang=en')).text).toContain('2 courses');
    expect((await Page.get('/courses')).text).toContain('درس واحد');
  });

  test('the list of courses is described to search engines, newest first', async () => {
    const list = (await Page.get('/courses')).structured.find((thing) => thing['@type'] === 'ItemList');
    expect(list?.['itemListElement']).toMatchObject([
      { position: 1, item: { name: HOSTILE } },
      { position: 2, item: { name: 'Older' } },
    ]);
  });

  test('an unknown course is 404, and so is an unknown page', async () => {
    for (const path of ['/courses/none', '/courses/none?lang=en', '/cours']) {
      const page = await Page.get(path);
      expect(page.status).toBe(404);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    }
  });

  test('an unknown address with a dot is the 404 page for whoever opens it, and JSON for whoever loads a file', async () => {
    const opened = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
    for (const path of ['/login.php', '/v1.2', '/client/courses/v1.2', '/assets/gone.js', '/a..b.txt']) {
      const page = await raw(cluster.url, path, opened);
      expect([path, page.status, page.headers['content-type']]).toEqual([path, 404, 'text/html; charset=utf-8']);
      expect(page.headers['vary']).toContain('Accept');
      const file = await raw(cluster.url, path, { accept: '*/*' });
      expect([path, file.status, file.headers['content-type']]).toEqual([path, 404, 'application/json; charset=utf-8']);
      expect(file.headers['vary']).toBe('Accept');
    }
  });

  test('the sitemap has every page and course in both languages', async () => {
    const map = await Page.get('/sitemap.xml');
    expect(map.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const addresses = [...map.html.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address);
    for (const path of [...PAGES, `/courses/${course._id}`]) {
      expect(addresses).toContain(ORIGIN + path);
      expect(addresses).toContain(`${ORIGIN}${path}?lang=en`);
    }
    expect(addresses).toHaveLength(2 * (PAGES.length + 2));
    const robots = await Page.get('/robots.txt');
    expect(robots.html).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    expect(robots.html).toMatch(/Disallow: \/admin\n/);
  });

  test('security.txt is 404 until the owner names a contact', async () => {
    const none = await fetch(`${cluster.url}/.well-known/security.txt`);
    expect(none.status).toBe(404);
    expect(((await none.json()) as { code: string }).code).toBe('not_found');
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
        const found = (await Page.get(path)).html.match(/<img [^>]*src="\/images\/[^>]*>/g) ?? [];
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
    const pid = await cluster.pidOf('catalog');
    await cluster.freeze(pid);
    try {
      const page = await Page.get('/courses?lang=en');
      expect(page.status).toBe(200);
      expect(page.text).toContain(HOSTILE);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });
});

describe('answers', () => {
  test('an unchanged page is not sent again, and is compressed for clients that accept it', async () => {
    const plain = await raw(cluster.url, '/about');
    const etag = plain.headers['etag'] ?? '';
    expect(etag).toMatch(/^"[0-9a-f]+"$/);
    expect((await raw(cluster.url, '/about', { 'if-none-match': etag })).status).toBe(304);
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await raw(cluster.url, '/about', { 'accept-encoding': coding });
      expect(packed.headers['content-encoding']).toBe(coding);
      expect(packed.headers['vary']).toContain('Accept-Encoding');
      expect(packed.headers['etag']).not.toBe(etag);
      expect(unpack(packed.body).equals(plain.body)).toBe(true);
    }
  });

  test('HEAD returns only the head, and other methods are refused', async () => {
    const head = await fetch(`${cluster.url}/courses`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await fetch(`${cluster.url}/courses`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('photos come from the site folder, and nothing else does', async () => {
    const photo = await fetch(`${cluster.url}/site/photos/lesson.svg`);
    expect(photo.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(photo.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const path of ['/site/photos/none.svg', '/site/photos/..%2fsite.json', '/site/photos/', '/site/site.json']) {
      expect((await fetch(cluster.url + path)).status, path).toBe(404);
    }
  });
});

describe('the site folder', () => {
  test('is reloaded at SIGHUP; an invalid one is not used', async () => {
    const edge = await cluster.pidOf('edge');
    const title = async () => (await Page.get('/?lang=en')).title;
    await change('site.json', (content) => (content['name'] = { ar: 'جديد', en: 'Renamed' }));
    process.kill(edge, 'SIGHUP');
    await until('the new name', async () => (await title()) === 'Renamed');
    await change('site.json', (content) => (content['name'] = { ar: 'بلا إنجليزية' }));
    process.kill(edge, 'SIGHUP');
    await until('the mistake in the log', async () =>
      (await cluster.logOf('edge')).includes('site.json: name.en is missing'),
    );
    expect(await title()).toBe('Renamed');
  });

  test('provides the security contact of security.txt, valid for less than a year', async () => {
    await change('site.json', (content) => {
      content['name'] = { ar: 'أكاديمية النور', en: 'Noor Academy' };
      content['securityContact'] = 'security@academy.test';
    });
    process.kill(await cluster.pidOf('edge'), 'SIGHUP');
    const answer = await until('the contact', async () => {
      const found = await fetch(`${cluster.url}/.well-known/security.txt`);
      return found.status === 200 ? found : undefined;
    });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const fields = new Map(
      (await answer.text())
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ', 2) as [string, string]),
    );
    expect(fields.get('Contact')).toBe('mailto:security@academy.test');
    expect(fields.get('Preferred-Languages')).toBe('ar, en');
    expect(fields.get('Canonical')).toBe(`${ORIGIN}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(365);
  });

  test('with mistakes prevents the edge from starting, and each is reported with its file and key', async () => {
    const bad = join(folder, 'bad');
    await cp(join(ROOT, 'site'), bad, { recursive: true, dereference: true });
    await change('en/home.json', (content) => delete content['hero'], bad);
    await change('ar/about.json', (content) => (content['titel'] = 'typo'), bad);
    await writeFile(join(bad, 'en/terms.json'), '{');
    const data = join(folder, 'data');
    const child = spawn(join(ROOT, 'out/bin/edge'), [
      ...[`--data=${data}`, '--port=0', `--web=${join(ROOT, 'out/web')}`, `--site=${bad}`],
    ]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    expect(code).toBe(1);
    expect(said).toContain('en/home.json: hero is missing');
    expect(said).toContain('ar/about.json: titel is not known here');
    expect(said).toContain('en/terms.json: is no JSON');
  });

  test('that is missing is reported by the command itself', async () => {
    const failed = await run(join(ROOT, 'academy'), ['run', '--no-build', '--site', join(folder, 'nowhere')]).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
    expect(failed).toContain('has no site.json');
  });

  test('gives the web app its texts by GET /api/public/site', async () => {
    const answer = await new Api(cluster.url).call<{
      result: { view: { lang: string; pages: { about: { title: string } } } };
    }>('GET', '/api/public/site?lang=en');
    const { result } = answer.body;
    expect(result.view.lang).toBe('en');
    expect(result.view.pages.about.title).toBe('About us');
    expect(JSON.stringify(result)).not.toContain('inbox@academy.test');
  });
});

describe('the contact form', () => {
  const message = { fullname: 'أم ليان', email: 'parent@home.test', phonenumber: '', message: 'أي دورة تناسب ابنتي؟' };
  const send = (body: object) => new Api(cluster.url).post('/api/public/contact', body);

  test('mails a visitor’s message to the academy, with the visitor as Reply-To', async () => {
    expect((await send(message)).status).toBe(200);
    const sent = await mail.mailTo('inbox@academy.test');
    expect(sent.subject).toContain(message.fullname);
    expect(sent.text).toContain(message.message);
    expect(sent.raw).toMatch(/^Reply-To: parent@home\.test\r?$/m);
  });

  test('reports invalid fields, and limits the number of messages', async () => {
    const wrong = await send({ ...message, email: 'nobody', message: '' });
    expect(wrong.status).toBe(422);
    expect(wrong.body.data?.map(({ field }) => field)).toEqual(['email', 'message']);
    const statuses: number[] = [];
    for (let i = 0; i < 11; ++i) statuses.push((await send(message)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
