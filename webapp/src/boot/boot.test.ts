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

test.each(['/client/update/display', '/client/courses/list?lang=en'])('%s begins no list', async (address) => {
  await boot(address, { clientToken: 'L' });
  expect(calls()).toEqual([['/api/auth/trylogin', 'Bearer L']]);
});

test('a call about one thing has its id from the address', async () => {
  await boot('/client/courses/course/c7', { clientToken: 'L' });
  expect(asked.mock.calls[1]).toEqual([
    '/api/user-course/fetch-course',
    expect.objectContaining({ method: 'POST', body: '{"courseId":"c7"}' }),
  ]);
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

test.each([
  ['/client/courses/list', { clientToken: 'L' }, 'client'],
  ['/admin', { token: 'M' }, 'admin'],
  ['/admin/auth/login', { token: 'M' }, undefined],
  ['/client/courses/list', { token: 'M' }, undefined],
  ['/', { clientToken: 'L' }, undefined],
])('the area’s frame is shown at once to who is signed in there: %s, %o', async (address, kept, shown) => {
  const { dataset } = await boot(address, kept);
  expect(dataset.frame).toBe(shown);
});

describe('an area’s page', () => {
  const requested = () =>
    Array.from(document.head.querySelectorAll('link'), (link) => `${link.rel} ${new URL(link.href).pathname}`);
  /** As scripts/preload-areas.ts names the files. */
  async function bootNaming(address: string, named: Record<string, string>) {
    const script = document.createElement('script');
    Object.assign(script.dataset, named);
    Object.defineProperty(document, 'currentScript', { value: script, configurable: true });
    await boot(address);
    Reflect.deleteProperty(document, 'currentScript');
  }
  afterEach(() => document.head.replaceChildren());

  test('requests its scripts and messages at once, and its fonts once the page’s scripts have run', async () => {
    await bootNaming('/client/courses/list', {
      client: '/a.js /b.js',
      admin: '/c.js',
      ar: '/ar.json /ar.woff2',
      en: '/en.json',
    });
    const early = ['modulepreload /a.js', 'modulepreload /b.js', 'preload /ar.json'];
    expect(requested()).toEqual(early);
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(requested()).toEqual([...early, 'preload /ar.woff2']);
  });

  test('requests the scripts of its own screen too, each once', async () => {
    await bootNaming('/client/update/info', {
      client: '/a.js',
      files: '/0.js /1.js /2.js /3.js',
      screens: '^/client/update=0,1 ^/client/update(/info)?/?$=2,1 ^/client/update/bank$=3',
    });
    expect(requested()).toEqual(['/a.js', '/0.js', '/1.js', '/2.js'].map((file) => `modulepreload ${file}`));
  });
});
