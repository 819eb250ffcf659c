import { useIntl } from 'react-intl';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import type { Learner } from '@/lib/models';
import { isApiError } from '@/lib/api-error';
import type { BulkOutcome } from '../api/bulk-change';

const messages = defineMessages({
  some: {
    id: 'users.failed',
    defaultMessage: '{count, plural, one {# learner could not be changed:} other {# learners could not be changed:}}',
  },
  gone: { id: 'users.failed.gone', defaultMessage: 'no longer there' },
  one: { id: 'users.failed.one', defaultMessage: '{name}: {reason}' },
  more: { id: 'users.failed.more', defaultMessage: '{count, plural, one {and # more} other {and # more}}' },
});

const LISTED = 20;

/** Those of many to whom something could not be done, each with the reason. */
export function BulkFailures({
  failed,
  users,
}: {
  failed: BulkOutcome['failed'];
  users: ReadonlyMap<string, Learner>;
}) {
  const intl = useIntl();
  if (failed.length === 0) return null;
  const reasonOf = (error: unknown) =>
    isApiError(error, 'user_not_found') ? intl.formatMessage(messages.gone) : describeError(intl, error);
  return (
    <Notice severity="error">
      <p>{intl.formatMessage(messages.some, { count: failed.length })}</p>
      <ul className="list-inside list-disc">
        {failed.slice(0, LISTED).map(({ clientId, error }) => (
          <li key={clientId}>
            {intl.formatMessage(messages.one, {
              name: <bdi key="name">{users.get(clientId)?.fullname ?? clientId}</bdi>,
              reason: reasonOf(error),
            })}
          </li>
        ))}
        {failed.length > LISTED && <li>{intl.formatMessage(messages.more, { count: failed.length - LISTED })}</li>}
      </ul>
    </Notice>
  );
}
