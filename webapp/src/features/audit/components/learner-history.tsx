import { useInfiniteQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { QueryView } from '@/components/ui/query-view';
import { defineMessages } from '@/i18n/define-messages';
import { auditQueryOptions } from '../api/audit';
import { AuditList } from './audit-list';

const messages = defineMessages({
  title: { id: 'audit.history', defaultMessage: 'History' },
  none: { id: 'audit.history.none', defaultMessage: 'What this learner does, and what managers change, appears here.' },
});

/** What was done to a learner and by a learner. */
export function LearnerHistory({ clientId }: { clientId: string }) {
  const intl = useIntl();
  const query = useInfiniteQuery(auditQueryOptions({ subjectId: clientId }));
  return (
    <QueryView query={query} empty={intl.formatMessage(messages.none)}>
      {(events) => <AuditList label={intl.formatMessage(messages.title)} events={events} />}
    </QueryView>
  );
}
