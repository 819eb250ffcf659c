const asked = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.resetModules();
  asked.mockReset().mockImplementation(async () => Promise.resolve(new Response('{}')));
  vi.stubGlobal('fetch', asked);
});

afterEach(() => {
  vi.unstubAllGlobals();
  delete window.academyFirstCalls;
  for (const name of Object.keys(document.documentElement.dataset)) {
    Reflect.deleteProperty(document.documentElement.dataset, name);
  }
  document.documentElement.lang = 'ar';
  document.documentElement.dir = 'rtl';
  window.history.replaceState(null, '', '/');
});

async function boot(address: string, kept: Record<string, string> = {}) {
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  window.history.replaceState(null, '', address);
  document.documentElement.lang = 'ar';
  await import('./boot');
  return document.documentElement;
}
const calls = () => asked.mock.calls.map(([path, init]) => [path, new Headers(init?.headers).get('Authorization')]);

test('a learner’s page begins the calls of its first screen', async () => {
  await boot('/client/courses/list', { clientToken: 'L', token: 'M' });
  expect(calls()).toEqual([
    ['/api/auth/trylogin', 'Bearer L'],
    ['/api/user-course/fetch-courses', 'Bearer L'],
  ]);
});

test('a manager’s page begins the calls of its first screen', async () => {
  await boot('/admin', { clientToken: 'L', token: 'M' });
  expect(calls()).toEqual([
    ['/api/cm/auth/check', 'Bearer M'],
    ['/api/cm/health/fetch', 'Bearer M'],
    ['/api/cm/user/fetch-users', 'Bearer M'],
  ]);
});

test.each(['/client/update/info', '/client/courses/list?lang=en'])('%s begins no list', async (address) => {
  await boot(address, { clientToken: 'L' });
  expect(calls()).toEqual([['/api/auth/trylogin', 'Bearer L']]);
});

test.each([
  ['/client/courses/list', { token: 'M' }],
  ['/admin', { clientToken: 'L' }],
  ['/', { clientToken: 'L', token: 'M' }],
  ['/clients', { clientToken: 'L' }],
])('%s begins no call without a session of its area', async (address, kept) => {
  await boot(address, kept);
  expect(calls()).toEqual([]);
});

test('the language of the address is kept, and a page in another one waits', async () => {
  const root = await boot('/courses?lang=en');
  expect(root).toMatchObject({ lang: 'en', dir: 'ltr' });
  expect(root.dataset.wait).toBe('');
  expect(localStorage.getItem('lang')).toBe('en');
});

test('a visitor’s page in the right language does not wait', async () => {
  const root = await boot('/courses');
  expect(root).toMatchObject({ lang: 'ar', dir: 'rtl' });
  expect(root.dataset.wait).toBeUndefined();
});

test('the look is the person’s own in the area, and nothing but known values', async () => {
  const root = await boot('/client/courses/list', {
    clientId: '7',
    theme: '{"primary":"blue"}',
    'theme:learner:7': '{"primary":"rose","scheme":"dark","scale":"18","surface":"\\"x"}',
  });
  expect(root.dataset).toMatchObject({ primary: 'rose', scheme: 'dark', scale: '18' });
  expect(root.dataset.surface).toBeUndefined();
});

test('an area’s page requests its scripts and messages at once, and its fonts once the page’s scripts have run', async () => {
  const script = document.createElement('script');
  script.dataset.client = '/a.js /b.js';
  script.dataset.admin = '/c.js';
  script.dataset.ar = '/ar.json /ar.woff2';
  script.dataset.en = '/en.json';
  Object.defineProperty(document, 'currentScript', { value: script, configurable: true });
  const requested = () =>
    Array.from(document.head.querySelectorAll('link'), (link) => `${link.rel} ${new URL(link.href).pathname}`);
  await boot('/client/courses/list');
  Reflect.deleteProperty(document, 'currentScript');
  const early = ['modulepreload /a.js', 'modulepreload /b.js', 'preload /ar.json'];
  expect(requested()).toEqual(early);
  document.dispatchEvent(new Event('DOMContentLoaded'));
  expect(requested()).toEqual([...early, 'preload /ar.woff2']);
  document.head.replaceChildren();
});
