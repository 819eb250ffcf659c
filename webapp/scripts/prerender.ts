import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import { build, type Plugin, type ResolvedConfig } from 'vite';
import type { Rendered } from '../src/app/prerender.tsx';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Of a page's head, in place of the title and description of index.html; marks as in edge/site/page_template.h. */
const HEAD = `<title>{{page.title}}</title>
    <meta name="description" content="{{page.description}}" />
    <link rel="canonical" href="{{page.canonical}}" />
    <link rel="alternate" hreflang="ar" href="{{page.ar}}" />
    <link rel="alternate" hreflang="en" href="{{page.en}}" />
    <link rel="alternate" hreflang="x-default" href="{{page.ar}}" />
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

/** The page as the server sends it: index.html with what is rendered, and what only this page has. */
function wholePage(index: string, { html, locale }: Rendered['pages'][number], early: string): string {
  let page = replaceOnce(index, /<html lang="ar" dir="rtl"/, `<html lang="${locale}" dir="{{dir}}"`);
  page = replaceOnce(page, /\s*<meta\s+name="description"[^>]*>/, '');
  page = replaceOnce(page, /<title>[^<]*<\/title>/, `${HEAD}${early}`);
  page = replaceOnce(page, /\s*<noscript>[\s\S]*?<\/noscript>/, '');
  return replaceOnce(page, /<div id="root"><\/div>/, `<div id="root">${html}</div>\n    ${DATA}`);
}

/** The built files whose names match, as links that let the browser fetch them before it knows that it needs them. */
function early(files: string[], locale: string): string {
  const find = (pattern: RegExp) => files.find((name) => pattern.test(name));
  const link = (file: string | undefined, rest: string) => (file ? `\n    <link ${rest} href="/${file}" />` : '');
  const font = locale === 'ar' ? /noto-sans-arabic-arabic-wght-normal.*\.woff2$/ : /inter-latin-wght-normal.*\.woff2$/;
  return (
    link(find(font), 'rel="preload" as="font" type="font/woff2" crossorigin') +
    link(find(new RegExp(`^assets/${locale}-[^/]*\\.json$`)), 'rel="preload" as="fetch" crossorigin')
  );
}

/**
 * After a build for browsers: renders the public pages and puts them beside the app as `.pages/<name>.<language>.html`,
 * with `.pages/index.json`, for the server to fill and send.
 */
export function prerender(): Plugin {
  let config: ResolvedConfig;
  let files: string[] = [];
  return {
    name: 'academy:prerender',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    writeBundle(_, bundle) {
      files = Object.keys(bundle);
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
        for (const page of pages) {
          writeFileSync(
            join(to, `${page.name}.${page.locale}.html`),
            wholePage(index, page, early(files, page.locale)),
          );
        }
        const paths = Object.fromEntries(pages.map(({ name, path }) => [name, path]));
        writeFileSync(join(to, 'index.json'), JSON.stringify({ pages: paths, words }));
      } finally {
        rmSync(work, { recursive: true, force: true });
      }
    },
  };
}
