import { useIntl } from 'react-intl';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  text: { id: 'site.notYet', defaultMessage: 'The academy has not published anything here yet.' },
});

/** Stands where the academy has no content of its own: an example is never shown in its place. */
export function NotYet() {
  const intl = useIntl();
  return <Notice>{intl.formatMessage(messages.text)}</Notice>;
}
