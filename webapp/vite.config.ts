import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { stripDefaultMessages } from './scripts/strip-default-messages';

const edge = process.env.ACADEMY_EDGE ?? 'http://127.0.0.1:8080';

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    tailwindcss(),
    // React Aria carries its own strings in thirty languages; the academy speaks two.
    { ...optimizeLocales.vite({ locales: ['ar-AE', 'en-US'] }), enforce: 'pre' as const },
    // Both languages are loaded as files, so the English defaults in the source need not travel too.
    ...(command === 'build' ? [stripDefaultMessages()] : []),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    target: 'es2022',
    // A script or style inside the page would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    sourcemap: false,
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    proxy: {
      '/api': edge,
      '/media': edge,
      '/images': edge,
      '/socket.io': { target: edge, ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    globals: true,
    setupFiles: ['src/testing/setup.ts'],
    css: false,
    restoreMocks: true,
  },
}));
