import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderMarkdown, slugOf, type Target } from './guide-markdown.ts';
import { wholePage, type Files } from './guide-page.ts';
import { LANGUAGES, pathOf, readGuide, renderGuide, type Page } from './guide-source.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES: Files = {
  style: '/assets/guide-1.css',
  look: '/assets/guide-look-0.js',
  script: '/assets/guide-2.js',
  fonts: { ar: ['/assets/arabic-3.woff2'], en: [] },
  index: { ar: '/assets/guide-ar-4.json', en: '/assets/guide-en-5.json' },
};

const guide = readGuide();
const pages = renderGuide(guide);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const json = (file: string) => JSON.parse(read(file)) as unknown;
const documentOf = (page: Page) => new DOMParser().parseFromString(wholePage(page, pages, guide, FILES), 'text/html');
const onPage = pages.filter(({ kind }) => kind === 'page');
const named = (page: Page) => `${page.kind === 'page' ? `${page.language}/` : ''}${page.name}`;

test('guide.json lists every file of the guide, and the words of both languages', () => {
  const files = (readdirSync(join(ROOT, 'docs/guide'), { recursive: true }) as string[]).filter((name) =>
    name.endsWith('.md'),
  );
  expect(onPage.map((page) => `${page.language}/${page.name}.md`).sort()).toEqual(files.sort());
  expect(Object.keys(guide.words.ar)).toEqual(Object.keys(guide.words.en));
});

test.each(guide.pages)('%s has the same chapters, tables, steps and commands in both languages', (name) => {
  const shapes = LANGUAGES.map((language) => {
    const page = pages.find((each) => each.path === pathOf(language, name));
    const body = page && documentOf(page);
    return {
      headings: page?.headings.map(({ depth }) => depth),
      rows: [...(body?.querySelectorAll('table') ?? [])].map((table) => table.rows.length),
      lists: [...(body?.querySelectorAll('article ol, article ul') ?? [])].map((list) => list.children.length),
      blocks: [...(body?.querySelectorAll('pre') ?? [])].map((block) => block.textContent),
    };
  });
  expect(shapes[0]).toEqual(shapes[1]);
});

describe('every link leads somewhere', () => {
  const anchors = new Map(pages.map(({ path, headings }) => [path, new Set(headings.map(({ id }) => id))]));
  const { pages: routes } = json('webapp/src/app/pages.json') as { pages: string[] };

  test.each(pages.map((page) => [named(page), page] as const))('%s', (_, page) => {
    const links = [...documentOf(page).querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '');
    const dead = links.filter((href) => {
      if (/^(?:https?|mailto):/.test(href)) return false;
      const [path = '', anchor] = href.split('#');
      if (href === '#main' || routes.includes(path) || path === '/docs') return false;
      const there = anchors.get(path === '' ? page.path : path);
      return !there || (anchor !== undefined && !there.has(anchor));
    });
    expect(dead).toEqual([]);
  });

  test('and so do those to files that are not pages, which only documents have', () => {
    for (const page of pages) {
      const file = `docs/${page.kind === 'page' ? `guide/${page.language}/` : ''}${page.name}.md`;
      const { left } = filesLeft(file, page);
      if (page.kind === 'page') expect(left, file).toEqual([]);
      for (const each of left) expect(existsSync(join(ROOT, each)), `${file} names ${each}`).toBe(true);
    }
  });

  /** The files that a page names instead of a link. */
  function filesLeft(file: string, page: Page) {
    const left: string[] = [];
    const targets = [...read(file).matchAll(/\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g)].map(([, href = '']) => href);
    for (const href of targets) {
      if (/^(?:https?:|mailto:|\/)/.test(href)) continue;
      const path = new URL(href, `file:///${file}`).pathname.slice(1);
      if (page.html.includes(`(<code dir="ltr">${path}</code>)`)) left.push(path);
    }
    return { left };
  }
});

test.each(onPage.map((page) => [named(page), page] as const))(
  'the words in bold are those of the screens: %s',
  (_, page) => {
    const messages = Object.values(json(`webapp/src/i18n/messages/${page.language}.json`) as Record<string, string>);
    // Without isolates, which cannot be seen, and what comes with a text: “The video could not be processed: {reason}”.
    const shown = messages.map((text) => text.replace(/[\u2066-\u2069]/g, ''));
    const words = new Set(shown.flatMap((text) => [text, text.replace(/:? ?\{[^{}]*\}$/, '')]));
    const bold = [...read(`docs/guide/${page.language}/${page.name}.md`).matchAll(/\*\*([^*]+)\*\*/g)];
    const unknown = bold.map(([, text = '']) => text.replace(/\s+/g, ' ')).filter((text) => !words.has(text));
    expect(unknown).toEqual([]);
  },
);

test.each(pages.map((page) => [named(page), page] as const))(
  '%s is complete without scripts, and holds none',
  (_, page) => {
    const body = documentOf(page);
    const html = body.documentElement;
    expect([html.lang, html.dir]).toEqual([page.language, page.language === 'ar' ? 'rtl' : 'ltr']);
    expect(body.querySelectorAll('h1')).toHaveLength(1);
    expect(body.title).toContain(page.name === 'index' ? guide.words[page.language].guide : page.title);
    expect(body.querySelector('meta[name=description]')?.getAttribute('content')?.length).toBeGreaterThan(20);
    expect(body.querySelectorAll('style, [style], script:not([src])')).toHaveLength(0);
    expect(body.querySelectorAll('nav.pages [aria-current=page]')).toHaveLength(1);
    expect(body.querySelector('form')?.hidden).toBe(true);
    const ids = [...body.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(wholePage(page, pages, guide, FILES)).not.toContain('undefined');
  },
);

test('the other language is one link away: the same page, or the first', () => {
  const other = (path: string) => {
    const page = pages.find((each) => each.path === path);
    return page && documentOf(page).querySelector('.leave a')?.getAttribute('href');
  };
  expect(other('/docs/guide/en/owners')).toBe('/docs/guide/ar/owners');
  expect(other('/docs/guide/ar')).toBe('/docs/guide/en');
  expect(other('/docs/guide/en/operators')).toBe('/docs/guide/ar');
  expect(other('/docs/guide/documents/backup')).toBe('/docs/guide/ar');
});

describe('Markdown', () => {
  const render = (source: string, isolateLatin = false, follow = (href: string): Target => ({ href })) =>
    renderMarkdown(`# Title\n\n${source}`, { isolateLatin, follow });

  test('Latin names in Arabic sentences, and all code, keep their direction', () => {
    const { html } = render('مع Debian 12 و**nginx** & `apt install`', true);
    expect(html).toContain('<bdi lang="en">Debian 12</bdi>');
    expect(html).toContain('<strong><bdi lang="en">nginx</bdi></strong> &amp; <code dir="ltr">apt install</code>');
  });

  test('HTML in the source is shown as it is written', () => {
    expect(render('a <b>word</b>\n\n<script>x</script>').html).not.toMatch(/<b>|<script>/);
  });

  test('headings have GitHub’s anchors, each once', () => {
    const { headings } = render('## What is `it`, then?\n\n## What is it then\n\n## رُفضت الإعدادات');
    expect(headings.map(({ id }) => id)).toEqual(['title', 'what-is-it-then', 'what-is-it-then-1', 'رُفضت-الإعدادات']);
    expect(slugOf('1. Programs & more')).toBe('1-programs--more');
  });

  test('a link to a file that is not served is its name', () => {
    const { html } = render('[rules](../deploy/x.yml)', false, () => ({ file: 'deploy/x.yml' }));
    expect(html).toContain('rules (<code dir="ltr">deploy/x.yml</code>)');
  });

  test('sections have what a reader sees', () => {
    const { sections, description } = render(
      'First *words*.\n\n## Next\n\n- one\n- `two`\n\n| a | b |\n|---|---|\n| c | d |',
    );
    expect(description).toBe('First words.');
    expect(sections).toEqual([
      { id: '', title: 'Title', text: 'First words.' },
      { id: 'next', title: 'Next', text: 'one two a b c d' },
    ]);
  });
});
