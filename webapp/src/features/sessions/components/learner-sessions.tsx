import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Notice } from '@/components/ui/notice';
import { QueryView } from '@/components/ui/query-view';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { learnerSessionsQueryOptions, useSignOutLearner } from '../api/sessions';
import { SessionsList } from './sessions-list';

const messages = defineMessages({
  title: { id: 'sessions.own.title', defaultMessage: 'Sessions' },
  none: { id: 'sessions.learner.none', defaultMessage: 'The sessions of this learner and their devices appear here.' },
});

/** A learner's sign-ins, for managers. */
export function LearnerSessions({ clientId }: { clientId: string }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const query = useQuery(learnerSessionsQueryOptions(clientId));
  const signOut = useSignOutLearner(clientId);
  return (
    <>
      {signOut.error && <Notice severity="error">{describe(signOut.error)}</Notice>}
      <QueryView query={query} empty={intl.formatMessage(messages.none)}>
        {(sessions) => (
          <SessionsList
            label={intl.formatMessage(messages.title)}
            sessions={sessions}
            busy={signOut.isPending ? sessions.find(({ endedAt }) => endedAt === null)?._id : undefined}
            onSignOut={() => signOut.mutate()}
          />
        )}
      </QueryView>
    </>
  );
}
