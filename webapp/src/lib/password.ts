export type Strength = 'none' | 'weak' | 'medium' | 'strong';

/** A password's length as the server counts it. */
export const passwordLength = (password: string): number => [...password.normalize('NFC')].length;

/** Section 5: strong needs both cases, a digit and 8 characters; medium two of the three kinds and 6. */
export function passwordStrength(password: string): Strength {
  if (!password) return 'none';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u].filter((kind) => kind.test(password)).length;
  if (kinds === 3 && password.length >= 8) return 'strong';
  if (kinds >= 2 && password.length >= 6) return 'medium';
  return 'weak';
}
