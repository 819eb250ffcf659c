import { keepRecovery, keptRecovery } from './recovery-memory';

const BEGUN = Date.parse('2026-11-20T08:00:00Z');
const MINUTE = 60_000;
const ASKED = { step: 'code', handle: 'h', email: 'sara@x.test' } as const;

test.each(['code', 'password'] as const)('a recovery is continued for ten minutes (%s)', (step) => {
  keepRecovery({ ...ASKED, step }, BEGUN);
  expect(keptRecovery(BEGUN + 9 * MINUTE)).toEqual({ ...ASKED, step });
  expect(keptRecovery(BEGUN + 10 * MINUTE)).toBeNull();
});

test('of a recovery whose time is over nothing is left in the browser, and no address', () => {
  keepRecovery(ASKED, BEGUN);
  expect(keptRecovery(BEGUN + 11 * MINUTE)).toBeNull();
  expect({ ...localStorage, ...sessionStorage }).toEqual({});
});
