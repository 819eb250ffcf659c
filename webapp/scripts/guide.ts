import type { Plugin, Rolldown } from 'vite';
import { wholePage, type Files } from './guide-page.ts';
import { LANGUAGES, readGuide, renderGuide, type Language, type Page } from './guide-source.ts';
import { oneScript } from './one-script.ts';

const scriptOf = (name: string, format: 'es' | 'iife') => oneScript(`guide/${name}.ts`, { format, target: 'es2022' });

/** What src/guide/find.ts looks through: `[address, page, heading, text]` of every section. */
const indexOf = (pages: Page[], language: Language) =>
  pages
    .filter((page) => page.kind === 'page' && page.language === language)
    .flatMap(({ path, title, sections }) =>
      sections.map((section) => [
        section.id === '' ? path : `${path}#${section.id}`,
        title,
        section.title,
        section.text,
      ]),
    );

function builtFiles(bundle: Rolldown.OutputBundle): Pick<Files, 'style' | 'fonts'> {
  const names = Object.keys(bundle);
  const named = (pattern: RegExp) => names.filter((name) => pattern.test(name)).map((name) => `/${name}`);
  const font = (name: string) => named(new RegExp(`/${name}-[^/]*\\.woff2$`));
  const [style] = named(/\/guide-[^/]*\.css$/);
  if (style === undefined) throw new Error('The build has no sheet of the guide');
  return {
    style,
    fonts: {
      ar: [...font('noto-sans-arabic-core'), ...font('noto-sans-arabic-latin-core')],
      en: font('inter-latin-core'),
    },
  };
}

/** Puts the pages of docs/guide, and the documents that they lead to, beside the app: `docs/guide/en/owners.html`. */
export function guide(): Plugin {
  return {
    name: 'academy:guide',
    apply: 'build',
    generateBundle: {
      // Once the sheet has its name.
      order: 'post',
      async handler(_, bundle) {
        const about = readGuide();
        const pages = renderGuide(about);
        const emit = (name: string, source: string) =>
          `/${this.getFileName(this.emitFile({ type: 'asset', name, source }))}`;
        const look = emit('guide-look.js', await scriptOf('look', 'iife'));
        const script = emit('guide.js', await scriptOf('search', 'es'));
        const index = Object.fromEntries(
          LANGUAGES.map((language) => [
            language,
            emit(`guide-${language}.json`, JSON.stringify(indexOf(pages, language))),
          ]),
        ) as Files['index'];
        const files: Files = { ...builtFiles(bundle), look, script, index };
        for (const page of pages) {
          const source = wholePage(page, pages, about, files);
          this.emitFile({ type: 'asset', fileName: `${page.path.slice(1)}.html`, source });
        }
      },
    },
  };
}
