import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { learnerSession } from '@/lib/session';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { AccessDeniedPanel } from './access-denied-panel';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';
const TEXT =
  'Your account was signed in from another device or browser, You are not authorized to access this resource.';

function takenOver() {
  learnerSession.start('old', { clientId: 'c1', fullname: 'Sara' });
  learnerSession.end('another-device');
}

afterEach(() => {
  // Starting forgets why the session before ended, and what took over.
  learnerSession.start('t', { clientId: 'c1', fullname: 'Sara' });
  learnerSession.end(null);
});

test.each([
  ['en', /Signed in .*2026.* on a phone: Safari on iPhone/],
  ['ar', /سُجّل الدخول .*2026.* من هاتف: Safari على iPhone/],
] as const)('says when and from which kind of device, asked with the ended token (%s)', async (locale, said) => {
  takenOver();
  let bearer: string | null = null;
  server.use(
    http.post('*/api/auth/trylogin', ({ request }) => {
      bearer = request.headers.get('Authorization');
      return HttpResponse.json({
        message: 'x',
        status: false,
        code: 'signed_in_elsewhere',
        elsewhere: { signedInAt: '2026-11-20T08:00:00.000Z', device: PHONE },
      });
    }),
  );
  renderApp(<AccessDeniedPanel />, { locale });
  await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(said));
  expect(bearer).toBe('Bearer old');
});

test('does without where nobody knows', async () => {
  takenOver();
  server.use(http.post('*/api/auth/trylogin', () => HttpResponse.json({ message: 'x', code: 'y' }, { status: 503 })));
  renderApp(<AccessDeniedPanel />);
  expect(await screen.findByText(TEXT)).toBeInTheDocument();
  expect(screen.queryByText(/Signed in/)).not.toBeInTheDocument();
});

test('asks nothing when no device took over', () => {
  renderApp(<AccessDeniedPanel />);
  expect(screen.getByText(TEXT)).toBeInTheDocument();
});

test('a device that does not say what it is, is not called a computer', () => {
  learnerSession.takeover.set({ signedInAt: '2026-11-20T08:00:00.000Z', device: 'curl/8' });
  renderApp(<AccessDeniedPanel />);
  expect(screen.getByRole('alert')).toHaveTextContent(/on an unknown device/);
});

test('whose other sign-in was in another tab of this browser goes on here', async () => {
  takenOver();
  server.use(http.post('*/api/auth/trylogin', () => HttpResponse.json({ message: 'x', status: false, code: 'x' })));
  const { router } = renderApp(<AccessDeniedPanel />, {
    path: '/client/auth/access-denied',
    routes: [{ path: '/client', element: <p>Courses</p> }],
  });
  await screen.findByText(TEXT);
  localStorage.setItem('client', JSON.stringify({ clientId: 'c1', fullname: 'Sara' }));
  localStorage.setItem('clientToken', 'new');
  act(() => learnerSession.reload());
  await screen.findByText('Courses');
  expect(router.state.location.pathname).toBe('/client');
});
