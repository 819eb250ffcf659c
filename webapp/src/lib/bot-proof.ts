import { ApiError, isApiError } from './api-error';

/** The proof that a form sends with its fields after a bot check; valid once. */
export interface BotProof {
  altcha?: string;
  recaptcha?: string;
}

/** The server requires a bot check, or refused the proof. */
export const asksForBotCheck = (error: unknown): boolean => isApiError(error, 'bot_check_missing');

export const botCheckMissing = (): ApiError =>
  new ApiError({ status: 0, code: 'bot_check_missing', message: 'Recaptcha verification Missing' });

/** The check itself could not be loaded. */
export const botCheckUnavailable = (): ApiError =>
  new ApiError({ status: 0, code: 'bot_check_unavailable', message: 'The bot check could not be loaded.' });
