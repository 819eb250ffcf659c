import { useIntl } from 'react-intl';
import { useLoaderData, useParams, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { Tabs } from '@/components/ui/tabs';
import { learnerCoursesQueryOptions } from '@/features/assignments/api/assignments';
import { LearnerCoursesPanel } from '@/features/assignments/components/learner-courses-panel';
import { LearnerHistory } from '@/features/audit/components/learner-history';
import { LearnerMails } from '@/features/mails/components/learner-mails';
import { LearnerSessions } from '@/features/sessions/components/learner-sessions';
import { userQueryOptions } from '@/features/users/api/fetch-users';
import { UserBank } from '@/features/users/components/user-bank';
import { UserDetails } from '@/features/users/components/user-details';
import { UserNotFound } from '@/features/users/components/user-not-found';
import { defineMessages } from '@/i18n/define-messages';
import { isApiError } from '@/lib/api-error';
import { queryClient } from '@/lib/query-client';
import { useMay } from '@/lib/role';

const messages = defineMessages({
  label: { id: 'users.tabs', defaultMessage: 'About this learner' },
  courses: { id: 'users.tabs.courses', defaultMessage: 'Courses' },
  bank: { id: 'users.tabs.bank', defaultMessage: 'Bank info' },
  sessions: { id: 'users.tabs.sessions', defaultMessage: 'Sessions' },
  mails: { id: 'users.tabs.mails', defaultMessage: 'E-mails' },
  history: { id: 'users.tabs.history', defaultMessage: 'History' },
});

/** What support does not see. */
const MANAGERS: ReadonlySet<string> = new Set(['bank', 'history']);

export const loader = ({ params: { clientId = '' } }: LoaderFunctionArgs) =>
  orErrorPage(async () => {
    try {
      await Promise.all([
        queryClient.fetchQuery(userQueryOptions(clientId)),
        queryClient.fetchQuery(learnerCoursesQueryOptions(clientId)),
      ]);
      return { known: true };
    } catch (error) {
      // This screen says so if the learner has been removed.
      if (isApiError(error) && error.status === 404) return { known: false };
      throw error;
    }
  }, managerExit);

/** Changing tabs does not change the learner. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

export function Component() {
  const intl = useIntl();
  const all = useMay('manager');
  const { clientId = '' } = useParams();
  const { known } = useLoaderData<typeof loader>();
  const panels = {
    courses: <LearnerCoursesPanel clientId={clientId} />,
    bank: (
      <section className="card px-6 py-5">
        <UserBank clientId={clientId} />
      </section>
    ),
    sessions: (
      <section className="card px-6 py-3">
        <LearnerSessions clientId={clientId} />
      </section>
    ),
    mails: (
      <section className="card px-6 py-3">
        <LearnerMails clientId={clientId} />
      </section>
    ),
    history: (
      <section className="card px-6 py-3">
        <LearnerHistory clientId={clientId} />
      </section>
    ),
  };
  if (!known) return <UserNotFound />;
  return (
    <div className="page flex flex-col gap-6 py-8">
      <UserDetails key={clientId} clientId={clientId} />
      <Tabs
        key={`tabs ${clientId}`}
        label={intl.formatMessage(messages.label)}
        items={(Object.keys(panels) as (keyof typeof panels)[])
          .filter((id) => all || !MANAGERS.has(id))
          .map((id) => ({
            id,
            title: intl.formatMessage(messages[id]),
            content: panels[id],
          }))}
      />
    </div>
  );
}
