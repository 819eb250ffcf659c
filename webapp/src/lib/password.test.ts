import { passwordStrength } from './password';

test.each([
  ['', 'none'],
  ['abc', 'weak'],
  ['abcdefgh', 'weak'],
  ['Ab1', 'weak'],
  ['abc123', 'medium'],
  ['Abcdef', 'medium'],
  ['Abc1234', 'medium'],
  ['Abcd1234', 'strong'],
])('%j is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength));
