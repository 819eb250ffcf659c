import { Marked, type Token, type Tokens } from 'marked';

interface Heading {
  id: string;
  depth: number;
  html: string;
  text: string;
}

/** A heading's text until the next one, for the search. */
interface Section {
  id: string;
  title: string;
  text: string;
}

/** Where a link leads: to a page with its language, or to a file that the academy does not serve. */
export type Target = { href: string; language?: string } | { file: string };

export interface RenderedMarkdown {
  title: string;
  /** The first paragraph, without marks. */
  description: string;
  html: string;
  headings: Heading[];
  sections: Section[];
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter);

/** Entities, which are left alone, and names in Latin letters. */
const LATIN = /&(?:#\d+|[a-z]+);|[A-Za-z][A-Za-z0-9]*(?:[ .+/@-][A-Za-z0-9]+)*/g;
/** So that a name in an Arabic sentence keeps its own direction. */
const isolated = (html: string): string =>
  html.replace(LATIN, (found) => (found.startsWith('&') ? found : `<bdi lang="en">${found}</bdi>`));

/** What a reader sees of a piece of Markdown. */
function plainText(token: Token): string {
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table;
    return [header, ...rows]
      .flat()
      .map((cell) => cell.tokens.map(plainText).join(''))
      .join(' ');
  }
  if (token.type === 'list') return (token as Tokens.List).items.map(plainText).join(' ');
  if ('tokens' in token && token.tokens) return token.tokens.map(plainText).join('');
  if (token.type === 'br' || token.type === 'space') return ' ';
  return 'text' in token ? String(token.text) : '';
}

/** As GitHub names a heading's anchor. */
export function slugOf(text: string): string {
  return text
    .toLowerCase()
    .trim()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function slugs(): (text: string) => string {
  const used = new Map<string, number>();
  return (text) => {
    const slug = slugOf(text);
    const times = used.get(slug) ?? 0;
    used.set(slug, times + 1);
    return times === 0 ? slug : `${slug}-${times}`;
  };
}

function sectionsOf(tokens: Token[], headings: Heading[]): Section[] {
  const sections: Section[] = [];
  let at = 0;
  for (const token of tokens) {
    const heading = token.type === 'heading' ? headings[at++] : undefined;
    if (heading) sections.push({ id: heading.depth === 1 ? '' : heading.id, title: heading.text, text: '' });
    const last = sections.at(-1);
    if (last && !heading) last.text = `${last.text} ${plainText(token)}`.replace(/\s+/g, ' ').trim();
  }
  return sections;
}

/** Renders a page. HTML in it is shown as it is written. `follow` throws for a link that leads nowhere. */
export function renderMarkdown(
  source: string,
  options: { isolateLatin: boolean; follow: (href: string) => Target },
): RenderedMarkdown {
  const headings: Heading[] = [];
  const nextId = slugs();
  const text = options.isolateLatin ? (plain: string) => isolated(escapeHtml(plain)) : escapeHtml;
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading(token) {
        const { tokens, depth } = token;
        const plain = plainText(token);
        const id = nextId(plain);
        const html = this.parser.parseInline(tokens);
        headings.push({ id, depth, html, text: plain });
        if (depth === 1) return `<h1 id="${escapeHtml(id)}">${html}</h1>\n`;
        const linked = html.includes('<a ') ? html : `<a href="#${escapeHtml(id)}">${html}</a>`;
        return `<h${depth} id="${escapeHtml(id)}">${linked}</h${depth}>\n`;
      },
      text(token) {
        return 'tokens' in token && token.tokens ? this.parser.parseInline(token.tokens) : text(token.text);
      },
      html: ({ text: raw }) => escapeHtml(raw),
      codespan: ({ text: code }) => `<code dir="ltr">${escapeHtml(code)}</code>`,
      // A long line is scrolled, by the keyboard too.
      code: ({ text: code }) => `<pre dir="ltr" tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const target = options.follow(href);
        if ('file' in target) return `${inner} (<code dir="ltr">${escapeHtml(target.file)}</code>)`;
        const language = target.language ? ` hreflang="${target.language}"` : '';
        return `<a href="${escapeHtml(target.href)}"${language}>${inner}</a>`;
      },
      image: ({ href }) => {
        throw new Error(`The guide has no pictures: ${href}`);
      },
      table({ header, rows }) {
        const cell = (each: Tokens.TableCell, tag = 'td', attributes = '') =>
          `<${tag}${attributes}>${this.parser.parseInline(each.tokens)}</${tag}>`;
        const isEmpty = (each: Tokens.TableCell) => each.text.trim() === '';
        const head = header.map((each) => (isEmpty(each) ? '<td></td>' : cell(each, 'th', ' scope="col"')));
        const top = header.every(isEmpty) ? '' : `<thead><tr>${head.join('')}</tr></thead>`;
        const body = rows.map((row) => `<tr>${row.map((each) => cell(each)).join('')}</tr>`);
        return `<div class="table" tabindex="0"><table>${top}<tbody>${body.join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  const tokens = marked.lexer(source);
  const html = marked.parser(tokens);
  const title = headings.find(({ depth }) => depth === 1)?.text;
  if (title === undefined) throw new Error('A page of the guide has no title');
  const first = tokens.find(({ type }) => type === 'paragraph');
  const description = first ? plainText(first).replace(/\s+/g, ' ').trim() : title;
  return { title, description, html, headings, sections: sectionsOf(tokens, headings) };
}
