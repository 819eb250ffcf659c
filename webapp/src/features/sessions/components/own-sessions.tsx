import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Notice } from '@/components/ui/notice';
import { QueryView } from '@/components/ui/query-view';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { ownSessionsQueryOptions, useEndOwnSession } from '../api/sessions';
import { SessionsList } from './sessions-list';

const messages = defineMessages({
  title: { id: 'sessions.own.title', defaultMessage: 'Sessions' },
  learner: {
    id: 'sessions.own.learner',
    defaultMessage:
      'Devices your account has been used on. Only one device can be signed in at a time. If you do not recognize one, change your password.',
  },
  manager: {
    id: 'sessions.own.manager',
    defaultMessage:
      'Devices your account has been used on. If you do not recognize one, sign it out and change your password.',
  },
});

/** The sign-ins of whoever is signed in. `onSignOutHere` leaves this device as its logout does. */
export function OwnSessions({ as, onSignOutHere }: { as: 'learner' | 'manager'; onSignOutHere: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const query = useQuery(ownSessionsQueryOptions(as));
  const end = useEndOwnSession(as);
  const title = intl.formatMessage(messages.title);
  return (
    <section aria-labelledby="own-sessions" className="card p-6">
      <h2 id="own-sessions" className="text-lg font-bold">
        {title}
      </h2>
      <p className="mt-1 mb-3 text-sm text-muted">{intl.formatMessage(messages[as])}</p>
      {end.error && <Notice severity="error">{describe(end.error)}</Notice>}
      <QueryView query={query}>
        {(sessions) => (
          <SessionsList
            label={title}
            sessions={sessions}
            busy={end.isPending ? end.variables : undefined}
            onSignOut={({ _id, current }) => (current ? onSignOutHere() : end.mutate(_id))}
          />
        )}
      </QueryView>
    </section>
  );
}
