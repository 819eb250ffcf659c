import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { learnerSession } from '@/lib/session';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { SignInAgain } from './sign-in-again';

const answerAs = (clientId: string) =>
  server.use(
    http.post('*/api/auth/login', () =>
      HttpResponse.json({ message: 'ok', clientToken: 't2', result: { clientId, fullname: 'X' } }),
    ),
  );

function show() {
  learnerSession.start('t1', { clientId: 'c1', fullname: 'Sara' });
  learnerSession.end('automatic');
  const other = vi.fn();
  const view = renderApp(<SignInAgain onOther={other} />);
  const signIn = async () => {
    await view.user.type(screen.getByLabelText('E-mail'), 'sara@example.com');
    await view.user.type(screen.getByLabelText('Password'), 'secret1');
    await view.user.click(screen.getByRole('button', { name: 'Sign in and continue' }));
    await waitFor(() => expect(learnerSession.token()).toBe('t2'));
  };
  return { other, signIn };
}

test('says whose page it is and why, and signs the same learner in over it', async () => {
  answerAs('c1');
  const { other, signIn } = show();
  expect(screen.getByRole('alertdialog', { name: 'Sign in again' })).toHaveTextContent(/Sara.*You were away/);
  expect(screen.getByRole('link', { name: 'Leave this page' })).toHaveAttribute('href', '/client/auth/login');
  expect(await axeProblems()).toEqual([]);
  await signIn();
  expect(other).not.toHaveBeenCalled();
});

test.each([
  ['idle', /not been here for a long time/],
  ['expired', /signed in for a long time/],
  ['password_changed', /Your session has ended/],
])('says which limit of sessions was reached (%s)', (code, text) => {
  learnerSession.start('t1', { clientId: 'c1', fullname: 'Sara' });
  learnerSession.refused(code);
  renderApp(<SignInAgain onOther={vi.fn()} />);
  expect(screen.getByRole('alertdialog')).toHaveTextContent(text);
});

test('somebody else does not get the page of the learner before', async () => {
  answerAs('c2');
  const { other, signIn } = show();
  await signIn();
  await waitFor(() => expect(other).toHaveBeenCalled());
});
