import { defineMessages } from '@/i18n/define-messages';

/** Words of the second factor that several screens share. */
export const twoFactor = defineMessages({
  code: { id: 'twoFactor.code', defaultMessage: 'Six-digit code' },
  recoveryCode: { id: 'twoFactor.recoveryCode', defaultMessage: 'Recovery code' },
  eitherCode: { id: 'twoFactor.eitherCode', defaultMessage: 'Code from the authenticator app, or a recovery code' },
  passkey: { id: 'twoFactor.passkey', defaultMessage: 'Passkey' },
  usePasskey: { id: 'twoFactor.usePasskey', defaultMessage: 'Use a passkey instead' },
});
