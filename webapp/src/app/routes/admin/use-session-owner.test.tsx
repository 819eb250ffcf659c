import { act, screen } from '@testing-library/react';
import { managerSession, type EndReason } from '@/lib/session';
import { paths } from '@/lib/paths';
import { renderApp } from '@/testing/render';
import { useSessionOwner } from './use-session-owner';

function Page() {
  return <p>{useSessionOwner().shown?.identity.fullname}</p>;
}

/** As another tab does it. */
const endElsewhere = (reason: EndReason) => {
  localStorage.setItem('tokenEnd', String(reason));
  localStorage.removeItem('token');
  act(() => managerSession.reload());
};

function open() {
  managerSession.start('t', { userId: 'm1', fullname: 'Sara', lastLogin: null });
  sessionStorage.setItem('draft:m1:form', '1');
  renderApp(<Page />, { routes: [{ path: paths.admin.login, element: 'Login' }] });
}

test('a sign-out in another tab leaves the page and drops the drafts of this tab', async () => {
  open();
  endElsewhere('logout');
  expect(await screen.findByText('Login')).toBeInTheDocument();
  expect({ ...sessionStorage }).toEqual({});
});

test('a session that expired leaves the page and its drafts to its owner', () => {
  open();
  endElsewhere('expired');
  expect(screen.getByText('Sara')).toBeInTheDocument();
  expect({ ...sessionStorage }).toEqual({ 'draft:m1:form': '1' });
});
