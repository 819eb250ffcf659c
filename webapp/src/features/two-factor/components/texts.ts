import { defineMessages } from '@/i18n/define-messages';

/** What the parts of the card, and the forced set-up, share. */
export const factorTexts = defineMessages({
  addPasskey: { id: 'passkeys.add', defaultMessage: 'Add a passkey' },
  setUpApp: { id: 'twoFactor.setUp', defaultMessage: 'Set up an authenticator app' },
  lastFactor: {
    id: 'twoFactor.turnOff.text',
    defaultMessage: 'Your password alone will open your account again. The recovery codes stop working.',
  },
});
