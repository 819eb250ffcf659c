import { nextIn, screenIn, withNext } from './next-page';

test('a sign-in leads on to the screen that was asked for, with its query', () => {
  const next = '/client/courses/course/c1?part=p2#at';
  const { pathname, search } = new URL(withNext('/client/auth/login', next), window.location.origin);
  expect(pathname).toBe('/client/auth/login');
  expect(nextIn('client', search)).toBe(next);
  expect(nextIn('client', '')).toBeNull();
  expect(withNext('/client/auth/login', null)).toBe('/client/auth/login');
});

test.each([
  'https://evil.example/client/courses/list',
  '//evil.example/client/courses/list',
  '/\\evil.example/client/courses/list',
  '\\/evil.example/client/',
  'javascript:alert(1)//client/',
  'data:text/html,client',
  'http:evil.example',
  '/client/../../evil',
  '/client/%2e%2e/admin/users/list',
  '/admin/users/list',
  '/clients/courses',
  '/client/auth/login?next=/client/auth/login',
  '/client/logout',
  '/client',
  '/',
  ' ',
  'http://[',
])('a sign-in does not lead to %s', (next) => {
  expect(screenIn('client', next)).toBeNull();
});

test('a control character before an address does not hide another site', () => {
  expect(screenIn('client', '\t//evil.example/client/x')).toBeNull();
  expect(screenIn('client', '/\n/evil.example/client/x')).toBeNull();
});

test('the managers’ area is another one', () => {
  expect(screenIn('admin', '/admin/users/user/u1?tab=bank')).toBe('/admin/users/user/u1?tab=bank');
  expect(screenIn('admin', '/client/courses/list')).toBeNull();
  expect(screenIn('admin', '/admin/logout')).toBeNull();
});
