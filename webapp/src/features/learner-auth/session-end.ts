import type { MessageDescriptor } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import type { EndReason } from '@/lib/session';

const messages = defineMessages({
  unused: {
    id: 'sessionEnd.unused',
    defaultMessage: 'You had not been here for a long time, so we signed you out. Please sign in again.',
  },
  tooOld: {
    id: 'sessionEnd.tooOld',
    defaultMessage: 'You had been signed in for a long time, so your session has ended. Please sign in again.',
  },
});

/** What a learner is told of the server's limits on sessions; undefined for ends of other kinds. */
export function limitText(reason: EndReason): MessageDescriptor | undefined {
  if (reason === 'unused') return messages.unused;
  return reason === 'too-old' ? messages.tooOld : undefined;
}
