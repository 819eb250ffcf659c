import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig, type Rolldown } from 'vite';
import type { Rendered } from '../src/app/prerender.tsx';
import { sheetFor } from './page-sheet.ts';

type OutputBundle = Rolldown.OutputBundle;

const root = fileURLToPath(new URL('..', import.meta.url));

/** Of a page's head, in place of the title and description of index.html; marks as in edge/site/page_template.h. */
const HEAD = `<title>{{page.title}}</title>
    <meta name="description" content="{{page.description}}" />
    <link rel="canonical" href="{{page.canonical}}" />
    <link rel="alternate" hreflang="ar" href="{{page.ar}}" />
    <link rel="alternate" hreflang="en" href="{{page.en}}" />
    <link rel="alternate" hreflang="x-default" href="{{page.default}}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="{{site.name}}" />
    <meta property="og:title" content="{{page.title}}" />
    <meta property="og:description" content="{{page.description}}" />
    <meta property="og:url" content="{{page.canonical}}" />
    <meta property="og:locale" content="{{#lang=ar}}ar_SA{{/lang=ar}}{{#lang=en}}en_GB{{/lang=en}}" />
    {{#page.picture}}<meta property="og:image" content="{{page.picture}}" />
    <meta name="twitter:card" content="summary_large_image" />{{/page.picture}}
    <script type="application/ld+json">{{&structured}}</script>`;
const DATA = '<script type="application/json" id="site-data">{{&data}}</script>';

function replaceOnce(text: string, what: RegExp, by: string): string {
  if (!what.test(text)) throw new Error(`index.html has no ${what}`);
  return text.replace(what, () => by);
}

/** What the pages' head names of the built files. */
interface Files {
  start: string;
  /** What `start` imports. */
  beside: string[];
  /** The rules themselves. */
  sheet: string;
  fonts: Record<string, string[]>;
}

/** The page as the server sends it: index.html with what is rendered, and what only this page has. */
function wholePage(index: string, { html, locale }: Rendered['pages'][number], files: Files): string {
  const fonts = (files.fonts[locale] ?? []).map(
    (file) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${file}" />`,
  );
  // Within the page, so that it is shown without another round trip; the server's policy names its hash.
  const early = [...fonts, `<style>${files.sheet}</style>`];
  const late = [
    `<script type="module" crossorigin fetchpriority="low" src="/${files.start}"></script>`,
    ...files.beside.map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}" />`),
  ];
  let page = replaceOnce(
    index,
    /<html lang="ar" dir="rtl"/,
    `<html lang="${locale}" dir="{{dir}}"{{?site.palette}} data-primary="{{site.palette}}"{{/site.palette}}`,
  );
  page = replaceOnce(page, /\s*<meta\s+name="description"[^>]*>/, '');
  page = replaceOnce(page, /<title>[^<]*<\/title>/, [HEAD, ...early].join('\n    '));
  page = replaceOnce(page, /\s*<noscript>[\s\S]*?<\/noscript>/, '');
  // What the boot script requests in the areas.
  page = replaceOnce(page, /<script( data-[a-z]+="[^"]*")+>/, '<script>');
  // The app comes when somebody begins to use the page, with a sheet of its own.
  page = page.replace(/\s*<link rel="(?:modulepreload|stylesheet)" crossorigin[^>]*>/g, '');
  page = page.replace(/\s*<script type="module"[^>]*><\/script>|\s*<!--[\s\S]*?-->/g, '');
  page = replaceOnce(page, /\s*<\/head>/, `\n    ${late.join('\n    ')}\n  </head>`);
  page = replaceOnce(page, /\s*<div id="frame"[\s\S]*?<\/div>[\s\S]*?<\/div>/, '');
  return replaceOnce(page, /<div id="root"><\/div>/, `<div id="root">${html}</div>\n    ${DATA}`);
}

/** The pages' own sheet: the app's, as far as they need it. */
function sheet(out: string, css: string, pages: string[]): string {
  const text = sheetFor(readFileSync(join(out, css), 'utf8'), pages);
  if (/<\/style|\{\{/.test(text)) throw new Error('The sheet of the pages cannot stand within them');
  return text;
}

function named(bundle: OutputBundle, index: string, sheetOf: (css: string) => string): Files {
  const names = Object.keys(bundle);
  const font = (name: string) => names.filter((file) => new RegExp(`/${name}-[^/]*\\.woff2$`).test(file));
  const start = Object.values(bundle).find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/app/start.ts'),
  );
  const css = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/.exec(index)?.[1];
  if (start?.type !== 'chunk' || !css) throw new Error('The build has no start of the pages, or no sheet');
  return {
    start: start.fileName,
    beside: start.imports,
    sheet: sheetOf(css),
    fonts: {
      ar: [...font('noto-sans-arabic-core'), ...font('noto-sans-arabic-latin-core')],
      en: font('inter-latin-core'),
    },
  };
}

/**
 * After a build for browsers: renders the public pages and puts them beside the app as `.pages/<name>.<language>.html`,
 * with `.pages/index.json`, for the server to fill and send.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  let built: OutputBundle = {};
  return {
    name: 'academy:prerender',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle(_, bundle) {
      built = bundle;
    },
    async closeBundle() {
      const out = resolve(config.root, config.build.outDir);
      // Below the project, so that the packages that are not bundled are found.
      mkdirSync(join(root, 'node_modules'), { recursive: true });
      const work = mkdtempSync(join(root, 'node_modules', '.prerender-'));
      try {
        await build({
          configFile: false,
          root,
          logLevel: 'warn',
          mode: 'production',
          define: { 'process.env.NODE_ENV': '"production"' },
          plugins: [react()],
          resolve: { alias: [{ find: /^@\//, replacement: join(root, 'src/') }] },
          ssr: { noExternal: true },
          build: {
            ssr: 'src/app/prerender.tsx',
            outDir: work,
            emptyOutDir: true,
            minify: false,
            copyPublicDir: false,
            assetsInlineLimit: 0,
          },
        });
        const { renderAll } = (await import(pathToFileURL(join(work, 'prerender.js')).href)) as {
          renderAll: () => Promise<Rendered>;
        };
        const { pages, words } = await renderAll();
        const index = readFileSync(join(out, 'index.html'), 'utf8');
        const to = join(out, '.pages');
        mkdirSync(to, { recursive: true });
        const sheetOf = (css: string) =>
          sheet(
            out,
            css,
            pages.map(({ html }) => html),
          );
        const files = named(built, index, sheetOf);
        for (const page of pages) {
          writeFileSync(join(to, `${page.name}.${page.locale}.html`), wholePage(index, page, files));
        }
        const paths = Object.fromEntries(pages.map(({ name, path }) => [name, path]));
        writeFileSync(join(to, 'index.json'), JSON.stringify({ pages: paths, words }));
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    },
  };
}
