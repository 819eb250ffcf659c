import { z } from 'zod/mini';
import { email } from './validation';

test.each([
  ['sara@example.com', 'sara@example.com'],
  [' \u202Asara@example.com\u202C ', 'sara@example.com'],
  ['\u2066sara@example.com\u2069', 'sara@example.com'],
])('an address is taken as it is read: %j', (typed, address) => {
  expect(z.parse(email(), typed)).toBe(address);
});

test.each(['', ' \u202A\u202C ', 'sara', 'sa ra@example.com'])('%j is no address', (typed) => {
  expect(z.safeParse(email(), typed).success).toBe(false);
});
