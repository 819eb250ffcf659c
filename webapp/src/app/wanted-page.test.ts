import type { MiddlewareFunction } from 'react-router';

type Arguments = Parameters<MiddlewareFunction>;

/** The module of a page that has just been loaded. */
async function load() {
  vi.resetModules();
  const { rememberWanted, wantedPage } = await import('./wanted-page');
  const go = (path: string) => {
    const request = new Request(new URL(path, window.location.origin));
    void rememberWanted({ request } as Arguments[0], (() => undefined) as unknown as Arguments[1]);
  };
  return { go, wantedPage };
}

test('a reload of the error page still leads to the screen that was asked for', async () => {
  const before = await load();
  before.go('/admin/users/user/u1?tab=bank');
  before.go('/error');
  const after = await load();
  after.go('/error');
  expect(after.wantedPage()).toBe('/admin/users/user/u1?tab=bank');
});

test('nothing is kept of other screens, whose address may hold what was mailed', async () => {
  const { go, wantedPage } = await load();
  expect(wantedPage()).toBe('/');
  go('/client/auth/activation?email=sara@example.com&token=t');
  expect(sessionStorage).toHaveLength(0);
});
