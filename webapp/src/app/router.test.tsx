import { act, fireEvent, render, screen, waitFor, type RenderResult } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { I18nProvider } from '@/i18n/i18n-provider';
import { activeLocale } from '@/i18n/locale';
import en from '@/i18n/messages/en.json';
import { beginCall, firstCalls } from '@/lib/first-calls';
import { asked, settleAll } from '@/lib/password-again';
import { learnerSession, managerSession } from '@/lib/session';
import { server } from '@/testing/server';
import { routes } from './router';

vi.mock('@/lib/live', () => ({ openLive: () => () => undefined }));

let view: RenderResult | undefined;

async function open(path: string) {
  view?.unmount();
  activeLocale.set({ locale: 'en', messages: en });
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  view = render(
    <I18nProvider>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  // Generous, because the first visit of a screen compiles it.
  await waitFor(() => expect(router.state).toMatchObject({ initialized: true, navigation: { state: 'idle' } }), {
    timeout: 30_000,
  });
  return router;
}

const ok =
  (body: object = {}) =>
  () =>
    HttpResponse.json({ message: 'ok', ...body });
const no = (status: number, code: string) => () => HttpResponse.json({ message: 'no', code }, { status });

beforeEach(() => {
  window.scrollTo = vi.fn();
  server.use(
    http.get('*/api/public/site', ok({ result: { name: 'Al Noor' } })),
    http.post('*/api/public/fetch-courses', ok({ result: [] })),
  );
});

test.each([
  ['/client', '/client/auth/login'],
  ['/client/auth', '/client/auth/login'],
  ['/client/courses/list', '/client/auth/login'],
  ['/client/courses/course/c1', '/client/auth/login'],
  ['/client/update/info', '/client/auth/login'],
  ['/client/update/security', '/client/auth/login'],
  ['/client/update/display', '/client/auth/login'],
  ['/client/update/bank', '/client/auth/login'],
  ['/admin', '/admin/auth/login'],
  ['/admin/auth', '/admin/auth/login'],
  ['/admin/users/list', '/admin/auth/login'],
  ['/admin/courses/create', '/admin/auth/login'],
  ['/admin/managers', '/admin/auth/login'],
  ['/admin/dashboard', '/admin/auth/login'],
  ['/admin/audit', '/admin/auth/login'],
  ['/admin/account', '/admin/auth/login'],
])('a visitor at %s is sent to %s', async (from, to) => {
  expect((await open(from)).state.location.pathname).toBe(to);
});

/** Opens the managers' list of courses; its first answer comes when `answer` is called. */
async function openHeld() {
  let answer = () => {};
  const held = new Promise<void>((done) => (answer = done));
  const courses = async () => {
    await held;
    return ok({ result: [] })();
  };
  managerSession.start('t', { userId: 'm1', fullname: 'Noura', lastLogin: null });
  server.use(
    http.post('*/api/cm/auth/check', ok({ result: { _id: 'm1', fullname: 'Noura', role: 'support' } })),
    http.put('*/api/cm/course/fetch-courses', courses),
    http.post('*/api/cm/course/fetch-courses', courses),
  );
  activeLocale.set({ locale: 'en', messages: en });
  view?.unmount();
  const router = createMemoryRouter(routes, { initialEntries: ['/admin/courses/list'] });
  view = render(
    <I18nProvider>
      <RouterProvider router={router} />
    </I18nProvider>,
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Courses' }, { timeout: 30_000 })).toBeInTheDocument();
  expect(router.state.initialized).toBe(false);
  const arrive = async () => {
    const [frame] = screen.getAllByRole('banner');
    answer();
    await waitFor(() => expect(router.state.initialized).toBe(true), { timeout: 30_000 });
    await waitFor(() => expect(frame).not.toBeInTheDocument());
  };
  return arrive;
}

test('the area stands around its first screen while that is loading, with a heading', async () => {
  const arrive = await openHeld();
  expect(screen.getByRole('banner')).toBeInTheDocument();
  expect(screen.getByRole('main')).toHaveTextContent('Loading data. Please wait.');
  expect(screen.queryByRole('link', { name: 'Managers' })).not.toBeInTheDocument();
  await arrive();
  expect(screen.getAllByRole('banner')).toHaveLength(1);
});

test.each([
  ['a link of its menu', () => screen.getByRole('link', { name: 'Dashboard' })],
  ['a button of its bar', () => screen.getAllByRole('button')[0] as HTMLElement],
  ['its page', () => screen.getByRole('main')],
])('the focus stays on %s when the area has loaded', async (_, control) => {
  const arrive = await openHeld();
  const before = control();
  act(() => before.focus());
  await arrive();
  expect(before).not.toBeInTheDocument();
  expect(control()).toHaveFocus();
});

test.each([
  ['/client/courses/course/c1?part=p2', '/client/auth/login'],
  ['/admin/users/user/u1?tab=bank', '/admin/auth/login'],
])('the sign-in knows that %s was asked for', async (wanted, login) => {
  const { location } = (await open(wanted)).state;
  expect(location.pathname).toBe(login);
  expect(new URLSearchParams(location.search).get('next')).toBe(wanted);
});

test('who is signed in already is led on to the screen that was asked for, and to no other site', async () => {
  const result = { _id: 'c1', email: 'sara@example.com', fullname: 'Sara', phonenumber: '', address: '', revision: 1 };
  server.use(
    http.post('*/api/auth/trylogin', ok({ status: true, result: { clientId: 'c1', fullname: 'Sara' } })),
    http.post('*/api/user/fetch-info', ok({ result })),
    http.post('*/api/user-course/fetch-courses', ok({ result: [] })),
  );
  const at = async (next: string) => {
    learnerSession.start(`token ${next}`, { clientId: 'c1', fullname: 'Sara' });
    return (await open(`/client/auth/login?next=${encodeURIComponent(next)}`)).state.location.pathname;
  };
  expect(await at('/client/update/info')).toBe('/client/update/info');
  expect(await at('https://evil.example/client/update/info')).toBe('/client/courses/list');
  expect(await at('//evil.example/client/update/info')).toBe('/client/courses/list');
});

test('a learner at the login or the public site is sent to the courses', async () => {
  server.use(
    http.post('*/api/auth/trylogin', ok({ status: true, result: { clientId: 'c1', fullname: 'Sara' } })),
    http.post('*/api/user-course/fetch-courses', ok({ result: [] })),
  );
  for (const path of ['/client/auth/login', '/', '/client', '/client/courses']) {
    learnerSession.start(`token ${path}`, { clientId: 'c1', fullname: 'Sara' });
    expect((await open(path)).state.location.pathname).toBe('/client/courses/list');
  }
});

test('a learner who would rather not give the password again is led from the bank details to the profile', async () => {
  const result = { _id: 'c1', email: 'sara@example.com', fullname: 'Sara', phonenumber: '', address: '' };
  learnerSession.start('t', { clientId: 'c1', fullname: 'Sara' });
  server.use(
    http.post('*/api/auth/trylogin', ok({ status: true, result: { clientId: 'c1', fullname: 'Sara' } })),
    http.post('*/api/user/fetch-info', ok({ result })),
    http.post('*/api/user/fetch-bank', no(403, 'reauthentication_required')),
  );
  const refuse = asked.subscribe(() => settleAll('learner', false));
  expect((await open('/client/update/bank')).state.location.pathname).toBe('/client/update/info');
  refuse();
});

test('a learner whom another device has signed out lands on access denied', async () => {
  learnerSession.start('old', { clientId: 'c1', fullname: 'Sara' });
  server.use(http.post('*/api/auth/trylogin', ok({ status: false, code: 'signed_in_elsewhere' })));
  expect((await open('/client/courses/list')).state.location.pathname).toBe('/client/auth/access-denied');
  expect(
    await screen.findByText(
      'Your account was signed in from another device or browser, You are not authorized to access this resource.',
    ),
  ).toBeInTheDocument();
});

test.each([
  ['idle', /not been here for a long time/],
  ['expired', /signed in for a long time/],
])('a learner whose session ended as %s is told so at the login', async (code, text) => {
  learnerSession.start(`token ${code}`, { clientId: 'c1', fullname: 'Sara' });
  server.use(http.post('*/api/auth/trylogin', ok({ status: false, code })));
  expect((await open('/client/courses/list')).state.location.pathname).toBe('/client/auth/login');
  expect(await screen.findByText(text)).toBeInTheDocument();
});

test('failing lists lead to the error page', async () => {
  learnerSession.start('l', { clientId: 'c1', fullname: 'Sara' });
  managerSession.start('m', { userId: 'm1', fullname: 'Mona', lastLogin: null });
  server.use(
    http.post('*/api/auth/trylogin', ok({ status: true, result: { clientId: 'c1', fullname: 'Sara' } })),
    http.post('*/api/cm/auth/check', ok({ result: {} })),
    http.post('*/api/user-course/fetch-courses', no(500, 'internal')),
    http.put('*/api/cm/user/fetch-users', no(500, 'internal')),
    http.post('*/api/cm/course/fetch-courses', no(500, 'internal')),
  );
  for (const path of ['/client/courses/list', '/admin/users', '/admin/courses/list']) {
    expect((await open(path)).state.location.pathname).toBe('/error');
  }
});

test('where a course’s learners cannot be loaded, the rest of the course is shown, and they can be tried again', async () => {
  managerSession.start('m', { userId: 'm1', fullname: 'Mona', lastLogin: null });
  const course = { _id: 'c9', id: 'c9', title: 'Film', description: '', image: null, parts: [], revision: 1 };
  server.use(
    http.post('*/api/cm/auth/check', ok({ result: {} })),
    http.post('*/api/cm/course/fetch-course', ok({ result: course })),
    http.post('*/api/cm/user-course/fetch-users-course', no(500, 'internal')),
  );
  const router = await open('/admin/courses/course/c9?tab=assign');
  expect(router.state.location.pathname).toBe('/admin/courses/course/c9');
  expect(await screen.findByRole('heading', { name: 'Film' })).toBeInTheDocument();
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test('the error page leads back to the screen that failed, also where that was the first one', async () => {
  learnerSession.start('l2', { clientId: 'c1', fullname: 'Sara' });
  server.use(
    http.post('*/api/auth/trylogin', ok({ status: true, result: { clientId: 'c1', fullname: 'Sara' } })),
    http.post('*/api/user-course/fetch-courses', no(500, 'internal')),
  );
  const router = await open('/client/courses/list');
  expect(router.state.location.pathname).toBe('/error');
  server.use(http.post('*/api/user-course/fetch-courses', ok({ result: [] })));
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'My courses' })).toBeInTheDocument();
  expect(router.state.location.pathname).toBe('/client/courses/list');
});

test.each([
  [ok(), '/admin/auth/sign-up'],
  [no(403, 'signup_not_allowed'), '/admin/auth/login'],
  [no(500, 'internal'), '/error'],
])('the sign-up guard (%#) leads to %s', async (answer, to) => {
  server.use(http.post('*/api/cm/auth/check-signup', answer));
  expect((await open('/admin/auth/sign-up')).state.location.pathname).toBe(to);
});

test('a manager session that the server does not know any more ends', async () => {
  managerSession.start('gone', { userId: 'm1', fullname: 'Mona', lastLogin: null });
  server.use(http.post('*/api/cm/auth/check', no(401, 'unauthenticated')));
  expect((await open('/admin/users/list')).state.location.pathname).toBe('/admin/auth/login');
  expect(managerSession.token()).toBeNull();
});

test.each([
  [503, 'unavailable'],
  [429, 'too_many_requests'],
])('a manager stays signed in when the server is down or asks for patience (%i)', async (status, code) => {
  managerSession.start(`kept ${status}`, { userId: 'm1', fullname: 'Mona', lastLogin: null });
  server.use(
    http.post('*/api/cm/auth/check', no(status, code)),
    http.put('*/api/cm/user/fetch-users', no(status, code)),
  );
  await open('/admin/users/list');
  expect(managerSession.token()).toBe(`kept ${status}`);
});

test('an unknown path shows the 404 page with its way home', async () => {
  await open('/no/such/page');
  expect(await screen.findByText('The page you are looking for could not be found.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'BACK TO HOME' })).toHaveAttribute('href', '/');
});

describe('roles', () => {
  let sessions = 0;
  const as = (role: string) => {
    managerSession.start(`token ${++sessions} of ${role}`, { userId: 'm1', fullname: 'Mona', lastLogin: null });
    const manager = { _id: 'm1', fullname: 'Mona', role, createdAt: '2026-01-05T09:00:00.000Z' };
    server.use(http.post('*/api/cm/auth/check', ok({ result: manager })));
  };
  const FOR_MANAGERS = [
    '/admin/users/import',
    '/admin/courses/create',
    '/admin/courses/update/c1',
    '/admin/courses/preview/c1',
    '/admin/audit',
  ];

  test.each(
    [...FOR_MANAGERS, '/admin/managers']
      .map((path) => ['support', path] as const)
      .concat([['manager', '/admin/managers'] as never]),
  )('%s is told at %s that the page is not for that role', async (role, path) => {
    as(role);
    const router = await open(path);
    expect(await screen.findByRole('heading', { name: 'Your role has no access to this page' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/admin/not-allowed');
    expect(screen.getByRole('link', { name: 'Back to Users' })).toHaveAttribute('href', '/admin/users/list');
  });

  test.each([
    ['support', ['Dashboard', 'Users', 'Courses'], ['Managers', 'Activity']],
    ['manager', ['Dashboard', 'Users', 'Courses', 'Activity'], ['Managers']],
    ['owner', ['Dashboard', 'Users', 'Courses', 'Activity', 'Managers'], []],
  ])('the menu of %s has only what the role allows', async (role, shown, hidden) => {
    as(role);
    server.use(
      http.post('*/api/cm/auth/fetch-sessions', ok({ result: [] })),
      http.get('*/api/captcha/challenge', no(404, 'not_found')),
    );
    await open('/admin/account');
    for (const name of shown) expect((await screen.findAllByRole('link', { name })).length).toBeGreaterThan(0);
    for (const name of hidden) expect(screen.queryByRole('link', { name })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Recent activity' }) !== null).toBe(role !== 'support');
  });
});

describe('the calls that the page began before the app came', () => {
  const times: Record<string, number> = {};
  const counted =
    (body: object = {}) =>
    ({ request }: { request: Request }) => {
      const { pathname } = new URL(request.url);
      times[pathname] = (times[pathname] ?? 0) + 1;
      return HttpResponse.json({ message: 'ok', ...body });
    };
  const begin = (area: 'client' | 'admin', pathname: string, token: string) =>
    firstCalls(area, { pathname, search: '' }).forEach((call) => beginCall(call, token));

  beforeEach(() => {
    for (const path of Object.keys(times)) Reflect.deleteProperty(times, path);
    delete window.academyFirstCalls;
    server.use(
      http.post('*/api/auth/trylogin', counted({ status: true })),
      http.post('*/api/user-course/fetch-courses', counted({ result: [] })),
      http.post('*/api/cm/auth/check', counted({ result: { _id: 'm1', fullname: 'Mona', role: 'manager' } })),
      http.post('*/api/cm/health/fetch', counted({ result: [] })),
      http.put('*/api/cm/user/fetch-users', counted({ result: [], total: 0 })),
    );
  });

  test.each(['/client', '/client/courses', '/client/courses/list'])('are a learner’s at %s', async (path) => {
    learnerSession.start(path, { clientId: 'c1', fullname: 'Lina' });
    begin('client', path, path);
    await open(path);
    await screen.findByRole('heading', { name: 'My courses' });
    expect(times).toEqual({ '/api/auth/trylogin': 1, '/api/user-course/fetch-courses': 1 });
  });

  test.each(['/admin', '/admin/users', '/admin/users/list'])('are a manager’s at %s', async (path) => {
    managerSession.start(path, { userId: 'm1', fullname: 'Mona', lastLogin: null });
    begin('admin', path, path);
    await open(path);
    await screen.findByRole('heading', { name: 'Users' });
    expect(times).toEqual({
      '/api/cm/auth/check': 1,
      '/api/cm/health/fetch': 1,
      '/api/cm/user/fetch-users': 1,
    });
  });

  test.each([
    ['client', '/client/courses/course/c1', ['user-course/fetch-course']],
    ['client', '/client/update/info', ['user/fetch-info']],
    ['client', '/client/update/security', ['user/fetch-sessions']],
    ['admin', '/admin/users/user/7', ['cm/user/fetch-user', 'cm/user-course/fetch-user-courses']],
    ['admin', '/admin/courses/list', ['cm/course/fetch-courses']],
    ['admin', '/admin/courses/course/c1', ['cm/course/fetch-course', 'cm/user-course/fetch-users-course']],
    ['admin', '/admin/dashboard', ['cm/dashboard/fetch-figures']],
  ] as const)('are those of the %s’s screen at %s', async (area, path, calls) => {
    if (area === 'client') learnerSession.start(path, { clientId: 'c1', fullname: 'Lina' });
    else managerSession.start(path, { userId: 'm1', fullname: 'Mona', lastLogin: null });
    for (const call of calls) server.use(http.post(`*/api/${call}`, no(404, 'not_found')));
    begin(area, path, path);
    await open(path);
    // Each was taken over: the app asks exactly so.
    const paths = calls.map((call) => `/api/${call}`);
    const left = () => window.academyFirstCalls?.filter((begun) => paths.includes(begun.path));
    await waitFor(() => expect(left()).toEqual([]), { timeout: 30_000 });
  });

  test('are made again where they failed', async () => {
    learnerSession.start('L', { clientId: 'c1', fullname: 'Lina' });
    server.use(http.post('*/api/user-course/fetch-courses', () => HttpResponse.error(), { once: true }));
    begin('client', '/client/courses/list', 'L');
    await open('/client/courses/list');
    await screen.findByRole('heading', { name: 'My courses' });
    expect(times['/api/user-course/fetch-courses']).toBe(1);
  });

  test('lead to the sign-in where the session is over', async () => {
    server.use(http.post('*/api/auth/trylogin', ok({ status: false, code: 'expired' })));
    learnerSession.start('over', { clientId: 'c1', fullname: 'Lina' });
    begin('client', '/client/courses/list', 'over');
    const router = await open('/client/courses/list');
    expect(router.state.location.pathname).toBe('/client/auth/login');
  });
});
