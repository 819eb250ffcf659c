import { element, elements } from '@/testing/dom';
import type * as Module from './recaptcha';

const SCRIPTS = 'script[src^="https://www.google.com/recaptcha/api.js"]';
const arrive = (type: 'load' | 'error') => element(SCRIPTS).dispatchEvent(new Event(type));
const google = (execute: Module.Recaptcha['execute'] = () => Promise.resolve('token')): Module.Recaptcha => ({
  ready: (callback) => callback(),
  render: () => 0,
  execute,
});

let recaptcha: typeof Module;

beforeEach(async () => {
  vi.resetModules();
  recaptcha = await import('./recaptcha');
});
afterEach(() => {
  delete window.grecaptcha;
  for (const script of elements(SCRIPTS)) script.remove();
});

test('the script comes once, in the page’s language, however many forms want it', async () => {
  const both = Promise.all([recaptcha.loadRecaptcha('explicit', 'ar'), recaptcha.loadRecaptcha('explicit', 'ar')]);
  expect(elements(SCRIPTS)).toHaveLength(1);
  expect(element<HTMLScriptElement>(SCRIPTS).src).toMatch(/\?render=explicit&hl=ar$/);
  window.grecaptcha = google();
  arrive('load');
  expect(await both).toEqual([window.grecaptcha, window.grecaptcha]);
});

test('a script that cannot be loaded is told as such, and the next form tries again', async () => {
  const first = recaptcha.loadRecaptcha('key', 'en');
  arrive('error');
  await expect(first).rejects.toMatchObject({ code: 'bot_check_unavailable' });
  expect(elements(SCRIPTS)).toEqual([]);
  const second = recaptcha.loadRecaptcha('key', 'en');
  window.grecaptcha = google();
  arrive('load');
  expect(await second).toBe(window.grecaptcha);
});

test('a script that arrives without what it promises counts as not loaded', async () => {
  const loading = recaptcha.loadRecaptcha('key', 'en');
  arrive('load');
  await expect(loading).rejects.toMatchObject({ code: 'bot_check_unavailable' });
});

test('the invisible check gives a token, or says that it is not available', async () => {
  window.grecaptcha = google();
  expect(await recaptcha.executeRecaptcha('key', 'login', 'en')).toBe('token');
  window.grecaptcha = google(() => Promise.reject(new Error('invalid key')));
  await expect(recaptcha.executeRecaptcha('key', 'login', 'en')).rejects.toMatchObject({
    code: 'bot_check_unavailable',
  });
  expect(elements(SCRIPTS)).toEqual([]);
});
