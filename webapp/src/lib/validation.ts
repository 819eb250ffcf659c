/** Checks that several forms share. A message is the code that i18n/error-messages translates. */
import { z } from 'zod/mini';
import { PASSWORD_MIN_LENGTH } from './password';

export const required = () => z.string().check(z.trim(), z.minLength(1, 'required'));
export const optionalText = () => z.string().check(z.trim());
export const email = () =>
  z.string().check(z.trim(), z.minLength(1, 'required'), z.regex(/^[^\s@]+@[^\s@]+$/, 'email_invalid'));
export const newPassword = () =>
  z.string().check(z.minLength(PASSWORD_MIN_LENGTH, 'password_too_short'), z.maxLength(128, 'too_long'));

/** A new password that may be left empty: the present one then stays. */
export const optionalNewPassword = () =>
  z.string().check(
    z.refine((value: string) => value === '' || value.length >= PASSWORD_MIN_LENGTH, 'password_too_short'),
    z.maxLength(128, 'too_long'),
  );
