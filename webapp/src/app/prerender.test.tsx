import { renderAll, type Rendered } from './prerender';

let rendered: Rendered;
beforeAll(async () => {
  vi.stubEnv('SSR', true);
  rendered = await renderAll();
});

const page = (name: string, locale = 'en') =>
  rendered.pages.find((one) => one.name === name && one.locale === locale)?.html ?? '';

/** The marks of a page, as the server reads them: each that opens is closed, in order. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  for (const [, sign, name] of html.matchAll(/\{\{([#?^/&]?)([\w.=]+)\}\}/g)) {
    if (sign === '#' || sign === '?' || sign === '^') open.push(name ?? '');
    if (sign === '/' && open.pop() !== name) return [`closes ${name}`];
  }
  return open;
}

test('every public page is rendered in both languages, with its marks in order', () => {
  expect(rendered.pages).toHaveLength(16);
  for (const { name, locale, html } of rendered.pages) {
    expect(unbalanced(html), `${name} ${locale}`).toEqual([]);
    expect(html, `${name} ${locale}`).not.toMatch(/undefined|\[object|NaN/);
    expect(html.match(/<h1/g), `${name} ${locale}`).toHaveLength(1);
  }
});

test('nothing in a page needs an exception from the Content-Security-Policy', () => {
  for (const { html } of rendered.pages) expect(html).not.toMatch(/<script|<style| style=| on\w+=/);
});

test('lists repeat what stands in them, and conditions stand round them', () => {
  expect(page('courses')).toMatch(
    /\{\{\?courses\}\}.*<ul[^>]*>\{\{#courses\}\}<li[^>]*>.*\{\{title\}\}.*<\/li>\{\{\/courses\}\}<\/ul>/s,
  );
  expect(page('courses')).toContain('{{^courses}}');
  expect(page('home')).toContain('href="/courses/{{_id}}"');
  expect(page('about')).toContain('{{#site.pages.about.sections}}');
  expect(page('about')).toMatch(/art[^"]*\.svg#\{\{icon\}\}/);
});

test('what owners type is isolated, and is aligned as the page is', () => {
  const bare = rendered.pages.flatMap(({ name, locale, html }) => {
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const [mark] = /\{\{[\w.]+\}\}/.exec(node.textContent ?? '') ?? [];
      // These are counted in the page's own words.
      const ours = mark && /\b(?:found|lessons|length|year)\}\}$/.test(mark);
      if (mark && !ours && !node.parentElement?.closest('bdi, [dir]')) found.push(`${name} ${locale}: ${mark}`);
    }
    return found;
  });
  expect(bare).toEqual([]);
  expect(page('home', 'ar')).toMatch(/<h1[^>]*><bdi>\{\{site\.pages\.home\.hero\.heading\}\}<\/bdi><\/h1>/);
});

test('only the picture that a page begins with is loaded at once', () => {
  const [, first, later] =
    /\{\{\?first\}\}(.*?)\{\{\/first\}\}\{\{\^first\}\}(.*?)\{\{\/first\}\}/s.exec(page('courses')) ?? [];
  expect(first).toMatch(/<img [^>]*fetchPriority="high"/);
  expect(first).not.toContain('loading=');
  expect(later).toMatch(/<img [^>]*loading="lazy"/);
  expect(page('home')).not.toContain('fetchPriority');
  expect(page('course')).toMatch(/<img [^>]*fetchPriority="high"/);
  expect(page('course')).not.toContain('loading=');
});

test('the two languages differ in what the app itself says', () => {
  expect(page('home', 'en')).toContain('Create your account');
  expect(page('home', 'ar')).toContain('أنشئ حسابك');
});

test('counted words have the forms of their language', () => {
  expect(rendered.words.en).toMatchObject({ lesson: { exact: ['No lessons yet', '1 lesson', '2 lessons'] } });
  expect(rendered.words.en).toMatchObject({ pair: '#, #' });
  expect(rendered.words.ar).toMatchObject({ pair: '# و#' });
  const { lesson } = rendered.words.ar as { lesson: { others: string[] } };
  expect(lesson.others).toHaveLength(100);
  expect(lesson.others[5]).toBe('# دروس');
  expect(lesson.others[11]).toBe('# درسًا');
});
