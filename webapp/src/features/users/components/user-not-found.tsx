import { useIntl } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  unknown: { id: 'users.unknown', defaultMessage: 'This user no longer exists.' },
  back: { id: 'users.back', defaultMessage: 'To the list of users' },
});

/** In place of a learner who was removed. */
export function UserNotFound() {
  const intl = useIntl();
  return (
    <>
      <Notice severity="warn">{intl.formatMessage(messages.unknown)}</Notice>
      <LinkButton to={paths.admin.users} variant="secondary" className="self-start">
        {intl.formatMessage(messages.back)}
      </LinkButton>
    </>
  );
}
