import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  link: {
    id: 'signIn.pause.link',
    defaultMessage: 'If your account was paused, you have an e-mail with a link that lets you sign in now.',
  },
});

/** What helps while an account is paused. Shown whether or not the account exists, as the server answers alike. */
export function PauseHelp() {
  return <p>{useIntl().formatMessage(messages.link)}</p>;
}
