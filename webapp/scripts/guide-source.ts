import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { renderMarkdown, type RenderedMarkdown, type Target } from './guide-markdown.ts';

export type Language = 'ar' | 'en';
export const LANGUAGES: readonly Language[] = ['ar', 'en'];

/** docs/guide/guide.json. */
export interface Guide {
  /** In both languages. */
  pages: string[];
  /** In English only. */
  english: string[];
  /** Files of docs/, in English. */
  documents: string[];
  words: Record<Language, Record<string, string>>;
}

export interface Page extends RenderedMarkdown {
  language: Language;
  name: string;
  kind: 'page' | 'document';
  /** The address, `/docs/guide/en/owners`. */
  path: string;
}

const ROOT = join(import.meta.dirname, '../..');
const BASE = '/docs/guide';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
export const readGuide = (): Guide => JSON.parse(read('docs/guide/guide.json')) as Guide;

export const pathOf = (language: Language, name: string): string =>
  name === 'index' ? `${BASE}/${language}` : `${BASE}/${language}/${name}`;

type About = Pick<Page, 'language' | 'name' | 'kind' | 'path'>;

/** The files of the guide, by their paths in the repository. */
function filesOf(guide: Guide): Map<string, About> {
  const page = (language: Language, name: string): [string, About] => [
    `docs/guide/${language}/${name}.md`,
    { language, name, kind: 'page', path: pathOf(language, name) },
  ];
  const document = (name: string): [string, About] => [
    `docs/${name}.md`,
    { language: 'en', name, kind: 'document', path: `${BASE}/documents/${name}` },
  ];
  return new Map([
    ...LANGUAGES.flatMap((language) => guide.pages.map((name) => page(language, name))),
    ...guide.english.map((name) => page('en', name)),
    ...guide.documents.map(document),
  ]);
}

/** Every page, rendered, in the order of guide.json. */
export function renderGuide(guide = readGuide()): Page[] {
  const files = filesOf(guide);
  return [...files].map(([file, about]) => {
    const follow = (href: string): Target => {
      // A page of the academy or another site's, or a place in this page.
      if (/^(?:https?:|mailto:|\/|#)/.test(href)) return { href };
      const [relative = '', anchor] = href.split('#');
      const wanted = posix.normalize(posix.join(posix.dirname(file), relative));
      const found = files.get(wanted);
      if (found === undefined) return { file: wanted };
      const language = found.language === about.language ? undefined : found.language;
      return { href: anchor === undefined ? found.path : `${found.path}#${anchor}`, language };
    };
    try {
      return { ...about, ...renderMarkdown(read(file), { isolateLatin: about.language === 'ar', follow }) };
    } catch (error) {
      throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
    }
  });
}
