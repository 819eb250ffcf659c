import type { Plugin, Rolldown } from 'vite';

type OutputBundle = Rolldown.OutputBundle;

/** The chunk with an area's first screen (vite.config.ts), by the first segment of the area's addresses. */
const AREAS = { client: 'learner', admin: 'manager' };
/** Of each language: its messages, and the fonts of nearly all its letters. */
const LANGUAGES = {
  ar: [/\/ar-[^/]*\.json$/, /\/noto-sans-arabic-core-[^/]*\.woff2$/, /\/noto-sans-arabic-latin-core-[^/]*\.woff2$/],
  en: [/\/en-[^/]*\.json$/, /\/inter-latin-core-[^/]*\.woff2$/],
};

/** The files of a chunk and of all that it imports at once. */
function closure(bundle: OutputBundle, name: string): Set<string> {
  const files = new Set<string>();
  const add = (fileName: string) => {
    const chunk = bundle[fileName];
    if (chunk?.type !== 'chunk' || files.has(fileName)) return;
    files.add(fileName);
    chunk.imports.forEach(add);
  };
  const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name);
  if (!first) throw new Error(`The build has no chunk ${name}`);
  add(first.fileName);
  return files;
}

/** Which files a browser should request at once, by area and by language. */
export function early(bundle: OutputBundle, html: string): Record<string, string[]> {
  const areas = Object.entries(AREAS).map(([area, name]): [string, string[]] => [
    area,
    [...closure(bundle, name)].filter((file) => !html.includes(file)),
  ]);
  const languages = Object.entries(LANGUAGES).map(([language, tests]): [string, string[]] => [
    language,
    tests.map((test) => {
      const file = Object.keys(bundle).find((name) => test.test(name));
      if (!file) throw new Error(`The build has no file ${test}`);
      return file;
    }),
  ]);
  return Object.fromEntries([...areas, ...languages]);
}

/**
 * Tells the boot script what the first screen of each area needs, so that the browser requests it beside the page's own
 * scripts: otherwise each file is found in the one before, and each time a slow link takes a round trip.
 */
export function preloadAreas(): Plugin {
  return {
    name: 'academy:preload-areas',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        if (!bundle || !filename.endsWith('/webapp/index.html')) return html;
        const data = Object.entries(early(bundle, html)).map(
          ([name, files]) => ` data-${name}="${files.map((file) => `/${file}`).join(' ')}"`,
        );
        return html.replace('<script>', `<script${data.join('')}>`);
      },
    },
  };
}
