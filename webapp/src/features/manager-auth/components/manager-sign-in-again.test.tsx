import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { managerSession } from '@/lib/session';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { ManagerSignInAgain } from './manager-sign-in-again';

test.each([
  ['automatic', /Mona.*after 8 hours/],
  ['expired', /Mona.*Your session has ended/],
] as const)('says whose page it is and why it ended (%s), and signs in over it', async (reason, text) => {
  const sent: unknown[] = [];
  server.use(
    http.post('*/api/cm/auth/login', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({
        message: 'ok',
        token: 't2',
        expiresIn: 28800,
        result: { _id: 'm1', fullname: 'Mona', lastLogin: null },
      });
    }),
  );
  managerSession.start('t1', { userId: 'm1', fullname: 'Mona', lastLogin: null });
  managerSession.end(reason);
  const { user } = renderApp(<ManagerSignInAgain />);
  expect(screen.getByRole('alertdialog', { name: 'Sign in again' })).toHaveTextContent(text);
  expect(screen.getByRole('link', { name: 'Leave this page' })).toHaveAttribute('href', '/admin/auth/login');
  expect(await axeProblems()).toEqual([]);
  await user.type(screen.getByLabelText('E-mail'), 'mona@example.com');
  await user.type(screen.getByLabelText('Password'), 'secret1');
  await user.click(screen.getByRole('button', { name: 'Sign in and continue' }));
  await waitFor(() => expect(managerSession.token()).toBe('t2'));
  expect(sent).toEqual([{ email: 'mona@example.com', password: 'secret1' }]);
});
