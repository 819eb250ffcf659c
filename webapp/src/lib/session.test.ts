import { managerSession, MANAGER_SESSION_MS } from './session';

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
