import { followOtherTabs, learnerSession, managerSession, MANAGER_SESSION_MS } from './session';

const manager = { userId: 'm1', fullname: 'Mona', lastLogin: null };

afterEach(() => vi.useRealTimers());

test('stores the documented keys and clears them again', () => {
  managerSession.start('token-1', manager);
  expect(localStorage.getItem('token')).toBe('token-1');
  expect(localStorage.getItem('userId')).toBe('m1');
  expect(localStorage.getItem('fullname')).toBe('Mona');
  expect(Date.parse(localStorage.getItem('tokenExpiration') ?? '')).toBeGreaterThan(Date.now());
  managerSession.end('logout');
  for (const key of ['token', 'userId', 'fullname', 'lastLogin', 'tokenExpiration'])
    expect(localStorage.getItem(key)).toBeNull();
});

test('logs out automatically after eight hours and says so', () => {
  vi.useFakeTimers();
  managerSession.start('token-1', manager);
  vi.advanceTimersByTime(MANAGER_SESSION_MS - 1);
  expect(managerSession.token()).toBe('token-1');
  vi.advanceTimersByTime(1);
  expect(managerSession.token()).toBeNull();
  expect(managerSession.endedAutomatically()).toBe(true);
});

test('sets no timer when the stored expiry has passed', () => {
  vi.useFakeTimers();
  managerSession.start('token-1', manager);
  localStorage.setItem('tokenExpiration', new Date(Date.now() - 1000).toISOString());
  managerSession.armTimer();
  vi.advanceTimersByTime(2 * MANAGER_SESSION_MS);
  expect(managerSession.token()).toBe('token-1');
});

test('says after a reload, too, that the session ended by its timer', async () => {
  managerSession.start('token-1', manager);
  managerSession.end('automatic');
  vi.resetModules();
  const again = await import('./session');
  expect(again.managerSession.endedAutomatically()).toBe(true);
  again.managerSession.start('token-2', manager);
  expect(again.managerSession.endedAutomatically()).toBe(false);
  again.managerSession.end(null);
});

test.each([
  ['automatic', true],
  ['expired', true],
  ['logout', false],
  ['signed-out', false],
] as const)('another tab hears why the session ended (%s), and whether it may be gone on with', (reason, mayReturn) => {
  const stop = followOtherTabs();
  managerSession.start('token-1', manager);
  // As the other tab does it.
  localStorage.setItem('tokenEnd', reason);
  localStorage.removeItem('token');
  window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
  expect(managerSession.token()).toBeNull();
  expect(managerSession.endReason.get()).toBe(reason);
  expect(managerSession.mayReturn()).toBe(mayReturn);
  expect(managerSession.before()?.identity).toEqual(manager);
  stop();
});

test.each([
  ['expired', 'automatic'],
  ['unauthenticated', 'expired'],
  ['password_changed', 'expired'],
  ['removed', 'signed-out'],
  ['logout', 'signed-out'],
])('a session that is refused with %s has ended as %s', (code, reason) => {
  managerSession.start('token-1', manager);
  managerSession.refused(code);
  expect(managerSession.endReason.get()).toBe(reason);
});

test.each([
  ['idle', 'unused', true],
  ['expired', 'too-old', true],
  ['signed_in_elsewhere', 'another-device', false],
  ['password_changed', 'expired', true],
  ['unauthenticated', 'expired', true],
] as const)('a learner’s session that is refused with %s has ended as %s', (code, reason, mayReturn) => {
  learnerSession.start('token-1', { clientId: 'c1', fullname: 'Sara' });
  learnerSession.refused(code);
  expect(learnerSession.endReason.get()).toBe(reason);
  expect(learnerSession.mayReturn()).toBe(mayReturn);
});

test('late word of an old session’s end leaves the one alone that another tab has begun', () => {
  managerSession.start('token-1', manager);
  // As the other tab does it; this one has not heard of it yet.
  localStorage.setItem('token', 'token-2');
  managerSession.end('expired');
  expect(managerSession.token()).toBe('token-2');
  expect(localStorage.getItem('token')).toBe('token-2');
  localStorage.setItem('token', 'token-3');
  managerSession.end('logout');
  expect(managerSession.token()).toBeNull();
  expect(localStorage.getItem('token')).toBeNull();
});

test('a page that comes back from the browser’s own keeping learns that another tab has left', () => {
  const stop = followOtherTabs();
  managerSession.start('token-1', manager);
  localStorage.setItem('tokenEnd', 'logout');
  localStorage.removeItem('token');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
  expect(managerSession.token()).toBe('token-1');
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  expect(managerSession.token()).toBeNull();
  stop();
});
