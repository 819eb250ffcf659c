import { act, fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { learnerSession } from '@/lib/session';
import { idleSettings } from '@/lib/site-settings';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { IdleWarning } from './idle-warning';

const QUESTION = { en: 'Are you still there?', ar: 'هل ما زلت هنا؟' };
const pass = async (seconds: number) => {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
  // The question is loaded when it is first asked.
  await act(async () => {
    await import('./idle-dialog');
    await vi.advanceTimersByTimeAsync(0);
  });
};
const asked = (locale: 'ar' | 'en' = 'en') => screen.queryByRole('alertdialog', { name: QUESTION[locale] });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: false });
  learnerSession.start('t', { clientId: 'c1', fullname: 'Sara' });
});
afterEach(() => {
  vi.useRealTimers();
  idleSettings.set({ afterSeconds: 900, answerSeconds: 60 });
});

test.each(['en', 'ar'] as const)('asks after fifteen idle minutes, and counts a minute down (%s)', async (locale) => {
  renderApp(<IdleWarning onSignOut={vi.fn()} />, { locale });
  await pass(899);
  expect(asked(locale)).not.toBeInTheDocument();
  await pass(2);
  expect(asked(locale)).toBeInTheDocument();
  expect(screen.getByRole('timer')).toHaveTextContent(/59|60/);
  await pass(50);
  expect(screen.getByRole('timer')).toHaveTextContent(locale === 'en' ? /^9 seconds$|^10 seconds$/ : /9|10/);
  expect(learnerSession.token()).toBe('t');
});

test('without an answer the learner is signed out automatically, on the server too', async () => {
  let told = 0;
  server.use(
    http.post('*/api/auth/logout', () => {
      told++;
      return HttpResponse.json({ message: 'ok' });
    }),
  );
  renderApp(<IdleWarning onSignOut={vi.fn()} />);
  await pass(900 + 61);
  expect(learnerSession.token()).toBeNull();
  expect(learnerSession.endReason.get()).toBe('automatic');
  expect(learnerSession.before()?.identity.fullname).toBe('Sara');
  vi.useRealTimers();
  await vi.waitFor(() => expect(told).toBe(1));
});

test('an answer starts the time again; what merely moves meanwhile is none', async () => {
  renderApp(<IdleWarning onSignOut={vi.fn()} />);
  await pass(910);
  fireEvent.pointerMove(window);
  await pass(1);
  expect(asked()).toBeInTheDocument();
  fireEvent.click(screen.getByRole('button', { name: 'Yes, keep me signed in' }));
  await pass(1);
  expect(asked()).not.toBeInTheDocument();
  await pass(880);
  expect(asked()).not.toBeInTheDocument();
  await pass(25);
  expect(asked()).toBeInTheDocument();
});

test('what is done here or in another tab counts', async () => {
  renderApp(<IdleWarning onSignOut={vi.fn()} />);
  await pass(600);
  fireEvent.keyDown(window, { key: 'a' });
  await pass(600);
  expect(asked()).not.toBeInTheDocument();
  await pass(310);
  expect(asked()).toBeInTheDocument();
  localStorage.setItem('lastActivity', String(Date.now()));
  await pass(1);
  expect(asked()).not.toBeInTheDocument();
});

test('an academy may set other times, or none at all', async () => {
  idleSettings.set({ afterSeconds: 0, answerSeconds: 60 });
  const { unmount } = renderApp(<IdleWarning onSignOut={vi.fn()} />);
  await pass(5000);
  expect(asked()).not.toBeInTheDocument();
  unmount();
  idleSettings.set({ afterSeconds: 30, answerSeconds: 5 });
  const leave = vi.fn();
  renderApp(<IdleWarning onSignOut={leave} />);
  await pass(31);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  expect(leave).toHaveBeenCalled();
});
