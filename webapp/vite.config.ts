import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { boot } from './scripts/boot.ts';
import { compileMessages } from './scripts/compile-messages.ts';
import { guide } from './scripts/guide.ts';
import { listPackages } from './scripts/list-packages.ts';
import { listPages } from './scripts/list-pages.ts';
import { OLDEST_BROWSERS } from './scripts/oldest-browsers.ts';
import { preloadAreas } from './scripts/preload-areas.ts';
import { precompress } from './scripts/precompress.ts';
import { prerender } from './scripts/prerender.ts';
import { sizeBudget } from './scripts/size-budget.ts';
import { stripDefaultMessages } from './scripts/strip-default-messages.ts';
import { typeAhead } from './scripts/type-ahead.ts';

const edge = process.env.ACADEMY_EDGE ?? 'http://127.0.0.1:8080';

// What the server's pages need before the app comes; Vite's helper would else stand in the home page's file, which then
// came with each page at once.
const FIRST = /\/src\/(?:app\/first-use|lib\/page-view)|vite\/preload-helper/;

// What every screen needs, in one file: it compresses better than twenty, and changes rarely.
const BASE =
  /node_modules\/(?:react|react-dom|scheduler|react-router|react-intl|intl-messageformat|@formatjs)\/|\/src\/(?:lib\/(?:preferences|store\.|session|api-|paths|cx|directions|site-name|toast|view-transition)|i18n\/(?:locale|i18n-provider|define))/;

// The home page with all it uses, for the same reason.
const HOME =
  /\/src\/(?:features\/site\/(?:api|template|components\/(?:home|hero|points|section-heading|site-icon|course-facts|public-(?:header|footer|course-card)|site-context))|app\/(?:router|providers|first-screen|screen-fade|wanted-page|visitors-only)\.|app\/routes\/(?:root|error|route-error|public\/(?:layout|home))\.|lib\/(?:duration|retry|use-when-back)|components\/layout\/(?:message-page|navigation-bar)|components\/ui\/(?:loading-state|use-late-part)|components\/layout\/skip-link|components\/ui\/(?:button-styles|link-button|logo|theme-switch|(?:use-)?language-[a-z]+|course-image|page-title))/;

// What both signed-in areas need for their first screen, with React Aria's controls, which come along. A slow phone
// waits for files rather than for bytes: six at a time, each after a round trip. The icons are those that several of the
// groups below use: in one of these they would bring all of it along.
const AREA =
  /node_modules\/lucide-react\/dist\/esm\/icons\/(?:calendar-days|check|eye|eye-off|hourglass|key-round|library-big|lock|log-out|play|search|settings|wifi-off)\.|node_modules\/@tanstack\/|\/src\/(?:app\/(?:guards|routes\/(?:loading-frame|workspace))\.|components\/layout\/(?:app-shell|copy-guard|offline-notice|user-menu)|lib\/(?:draft-storage|live|next-page|online|query-client|query-keys|use-list-top)\.|components\/ui\/(?:query-view|empty-state|badge|notice|late|text-link)\.|i18n\/common-messages\.)/;

// What lies over the page: a learner's first screen has none of it yet.
const OVERLAYS = /\/src\/components\/(?:ui\/(?:menu-popover|drawer|dialog|tooltip)|layout\/menu-flyout)\./;

const FIELDS = /\/src\/components\/ui\/(?:text-field|search-field|select|checkbox)\./;

const FORMS = /\/src\/components\/forms\/(?!altcha\.)/;

const LEARNER = /\/src\/app\/routes\/client\/(?:layout|loading|courses-list)\.|\/src\/app\/screens-client\./;

const MANAGER = /\/src\/app\/routes\/admin\/(?:layout|loading|users-list)\.|\/src\/app\/screens-admin\./;

export default defineConfig(({ command, mode }) => ({
  plugins: [
    react(),
    tailwindcss(),
    // React Aria carries its own strings in thirty languages; the academy speaks two.
    { ...optimizeLocales.vite({ locales: ['ar-AE', 'en-US'] }), enforce: 'pre' as const },
    boot(),
    ...(command === 'build'
      ? [
          typeAhead(),
          stripDefaultMessages(),
          compileMessages(),
          listPages(),
          listPackages(),
          preloadAreas(),
          guide(),
          precompress(),
        ]
      : []),
    // A build for development has React's development transform, which no server can render.
    ...(command === 'build' && mode === 'production' ? [sizeBudget(), prerender()] : []),
  ],
  resolve: { alias: [{ find: /^@\//, replacement: fileURLToPath(new URL('./src/', import.meta.url)) }] },
  build: {
    target: OLDEST_BROWSERS,
    // A script or style inside the page would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The player with hls.js is larger than the default limit, and Swagger UI larger still; the former comes with the
    // watch page only, the latter with the page of the API.
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      // The web app, the page of the API, what the pages that the server sends whole begin with, and the guide's sheet.
      input: ['index.html', 'docs/index.html', 'src/app/start.ts', 'src/guide/guide.css'].map((page) =>
        fileURLToPath(new URL(page, import.meta.url)),
      ),
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', test: FIRST },
            { name: 'base', test: BASE },
            { name: 'home', test: HOME },
            { name: 'area', test: AREA },
            { name: 'learner', test: LEARNER },
            { name: 'overlays', test: OVERLAYS },
            { name: 'zod', test: /node_modules\/zod\// },
            { name: 'fields', test: FIELDS },
            { name: 'forms', test: FORMS },
            { name: 'manager', test: MANAGER },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': edge, '/media': edge, '/images': edge, '/socket.io': { target: edge, ws: true } },
  },
  test: {
    environment: 'jsdom',
    globals: true,
    setupFiles: ['src/testing/setup.ts'],
    css: false,
    restoreMocks: true,
    testTimeout: 40_000,
  },
}));
