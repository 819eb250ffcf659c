/** Checks shared by several forms. A message is a code that i18n/error-messages translates. */
import { z } from 'zod/mini';
import { withoutDirections } from './directions';
import { passwordLength } from './password';
import { passwordMinimum } from './site-settings';

// Evaluated when the form is sent, because the academy's minimum may load after the form.
const longEnough = (password: string): boolean => passwordLength(password) >= passwordMinimum.get();

export const required = () => z.string().check(z.trim(), z.minLength(1, 'required'));
export const optionalText = () => z.string().check(z.trim());
export const email = () =>
  z.string().check(
    // A copied address may bring along what sets its direction.
    z.overwrite((address) => withoutDirections(address).trim()),
    z.minLength(1, 'required'),
    z.regex(/^[^\s@]+@[^\s@]+$/, 'email_invalid'),
  );
/** An existing password: any text. */
export const presentPassword = () => z.string().check(z.minLength(1, 'required'));
export const newPassword = () =>
  z.string().check(z.refine(longEnough, 'password_too_short'), z.maxLength(128, 'password_too_long'));

/** A new password; if it is left empty, the current one stays. */
export const optionalNewPassword = () =>
  z.string().check(
    z.refine((value: string) => value === '' || longEnough(value), 'password_too_short'),
    z.maxLength(128, 'password_too_long'),
  );

/** For forms with a second field, `confirm`, that repeats the new password. */
export const repeated = <Name extends string>(name: Name) =>
  z.refine<Record<Name | 'confirm', string>>((values) => values[name] === values.confirm, {
    error: 'passwords_differ',
    path: ['confirm'],
  });
