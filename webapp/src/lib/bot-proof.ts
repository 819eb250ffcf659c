import { ApiError, isApiError } from './api-error';

/** What a form sends beside its fields once a bot check is done; counts once. */
export interface BotProof {
  altcha?: string;
  recaptcha?: string;
}

/** The server asked for a solved bot check, or refused the one it got. */
export const asksForBotCheck = (error: unknown): boolean => isApiError(error, 'bot_check_missing');

export const botCheckMissing = (): ApiError =>
  new ApiError({ status: 0, code: 'bot_check_missing', message: 'Recaptcha verification Missing' });

/** The check itself could not be loaded. */
export const botCheckUnavailable = (): ApiError =>
  new ApiError({ status: 0, code: 'bot_check_unavailable', message: 'The bot check could not be loaded.' });
