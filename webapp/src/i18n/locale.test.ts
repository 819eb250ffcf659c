import { http, HttpResponse } from 'msw';
import { readLocale } from '@/lib/preferences';
import { server } from '@/testing/server';
import type * as Locale from './locale';

let locale: typeof Locale;
const asked: string[] = [];
let away = false;

beforeEach(async () => {
  asked.length = 0;
  away = false;
  vi.resetModules();
  locale = await import('./locale');
  server.use(
    http.get('*/messages/:file', ({ params }) => {
      asked.push(String(params.file));
      return away ? new HttpResponse(null, { status: 503 }) : HttpResponse.json({ hello: String(params.file) });
    }),
  );
});

test('a language is shown with its direction once its messages have come', async () => {
  const coming = locale.activateLocale('ar');
  expect(locale.activeLocale.get()).toBeNull();
  await coming;
  expect(document.documentElement).toHaveAttribute('lang', 'ar');
  expect(document.documentElement).toHaveAttribute('dir', 'rtl');
  expect(locale.activeLocale.get()).toEqual({ locale: 'ar', messages: { hello: 'ar.json' } });
  await locale.activateLocale('en');
  expect(document.documentElement).toHaveAttribute('dir', 'ltr');
});

test('messages are asked for once', async () => {
  await locale.activateLocale('en');
  await locale.activateLocale('ar');
  await locale.activateLocale('en');
  expect(asked).toEqual(['en.json', 'ar.json']);
});

test('a language that cannot be loaded leaves the one on the page, and is neither stored nor given up', async () => {
  await locale.changeLocale('en');
  away = true;
  await expect(locale.changeLocale('ar')).rejects.toThrow('503');
  expect(locale.activeLocale.get()?.locale).toBe('en');
  expect(document.documentElement).toHaveAttribute('lang', 'en');
  expect(readLocale()).toBe('en');
  away = false;
  await locale.changeLocale('ar');
  expect(readLocale()).toBe('ar');
});
