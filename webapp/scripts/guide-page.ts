import { escapeHtml } from './guide-markdown.ts';
import { LANGUAGES, pathOf, type Guide, type Language, type Page } from './guide-source.ts';

/** Addresses of the built files. */
export interface Files {
  style: string;
  /** A script that runs before anything is shown. */
  look: string;
  script: string;
  /** Loaded early, because every page begins with them. */
  fonts: Record<Language, string[]>;
  /** What the search looks through. */
  index: Record<Language, string>;
}

const directionOf = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');
/** Of an element in another language than the page. */
const inLanguage = (language: Language, page: Language) =>
  language === page ? '' : ` lang="${language}" dir="${directionOf(language)}"`;

/** A whole page of the guide. It holds no script and no style, and is complete without any script; `look` is asked first. */
export function wholePage(page: Page, pages: Page[], guide: Guide, files: Files): string {
  const { language } = page;
  const words = (name: string) => escapeHtml(guide.words[language][name] ?? '');
  const other: Language = language === 'ar' ? 'en' : 'ar';
  const inBoth = page.kind === 'page' && guide.pages.includes(page.name);
  const read = pages.filter((each) => each.kind === 'page' && each.language === language);
  const english = pages.filter((each) => each.kind === 'page' && guide.english.includes(each.name));
  const documents = pages.filter((each) => each.kind === 'document');

  const entry = (each: Page) => {
    const current = each === page ? ' aria-current="page"' : '';
    const foreign = each.language === language ? '' : ` hreflang="${each.language}"`;
    const title = `<span${inLanguage(each.language, language)}>${each.headings[0]?.html}</span>`;
    return `<li><a href="${each.path}"${current}${foreign}>${title}</a></li>`;
  };
  const list = (some: Page[]) => `<ul>${some.map(entry).join('')}</ul>`;
  const open = page.kind === 'document' ? ' open' : '';
  const nav = `<nav class="pages" aria-label="${words('pages')}">
      ${list(language === 'ar' ? [...read, ...english] : read)}
      ${language === 'en' ? `<details${open}><summary>${words('documents')}</summary>${list(documents)}</details>` : ''}
    </nav>`;

  const chapters = page.headings.filter(({ depth }) => depth === 2);
  const chapter = (each: (typeof chapters)[number]) =>
    `<li><a href="#${escapeHtml(each.id)}">${each.html.replace(/<\/?a\b[^>]*>/g, '')}</a></li>`;
  const contents =
    chapters.length < 3
      ? ''
      : `<nav class="contents" aria-label="${words('contents')}"><p>${words('contents')}</p>
      <ul>${chapters.map(chapter).join('')}</ul></nav>`;

  const order = page.kind === 'page' ? read : documents;
  const at = order.indexOf(page);
  const turn = (to: Page | undefined, name: 'previous' | 'next') =>
    to
      ? `<a rel="${name === 'previous' ? 'prev' : 'next'}" href="${to.path}"><span>${words(name)}</span> ${to.headings[0]?.html}</a>`
      : '';
  const turns = `<nav class="turn" aria-label="${words('turn')}">${turn(order[at - 1], 'previous')}${turn(order[at + 1], 'next')}</nav>`;

  const alternates = inBoth
    ? LANGUAGES.map((each) => `<link rel="alternate" hreflang="${each}" href="${pathOf(each, page.name)}" />`)
    : [];
  const fonts = files.fonts[language].map(
    (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${file}" />`,
  );
  const title = page.name === 'index' ? words('guide') : `${escapeHtml(page.title)} · ${words('guide')}`;
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
  <head>
    <meta charset="UTF-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta name="robots" content="noindex" />
    <title>${title}</title>
    <meta name="description" content="${escapeHtml(page.description)}" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    ${[...alternates, ...fonts].join('\n    ')}
    <script src="${files.look}"></script>
    <link rel="stylesheet" href="${files.style}" />
    <script type="module" src="${files.script}"></script>
  </head>
  <body>
    <a class="skip" href="#main">${words('skip')}</a>
    <header>
      <a class="name" href="${pathOf(language, 'index')}">${words('guide')}</a>
      <form role="search" hidden data-index="${files.index[language]}" data-none="${words('none')}" data-failed="${words('failed')}">
        <label for="search">${words('search')}</label>
        <input id="search" type="search" autocomplete="off" placeholder="${words('search')}" />
        <div class="found" hidden><ul aria-label="${words('results')}"></ul><p role="status"></p></div>
      </form>
      <div class="leave">
        <a href="${pathOf(other, inBoth ? page.name : 'index')}" hreflang="${other}"><span${inLanguage(other, language)}>${words('other')}</span></a>
        <a href="/">${words('academy')}</a>
      </div>
    </header>
    <div class="columns">
    ${nav}
    <main id="main" tabindex="-1">
      ${contents}
      <article>
${page.html}      </article>
      ${turns}
    </main>
    </div>
  </body>
</html>
`;
}
