import { useIntl } from 'react-intl';
import { Gone } from '@/components/ui/gone';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  unknown: { id: 'users.unknown', defaultMessage: 'This learner no longer exists.' },
  back: { id: 'users.back', defaultMessage: 'Back to Users' },
});

/** In place of a learner who was removed. */
export function UserNotFound() {
  const intl = useIntl();
  return (
    <Gone
      title={intl.formatMessage(messages.unknown)}
      to={paths.admin.users}
      back={intl.formatMessage(messages.back)}
    />
  );
}
