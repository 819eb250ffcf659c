import { useIntl } from 'react-intl';
import { useLoaderData, useParams, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { Tabs } from '@/components/ui/tabs';
import { learnerCoursesQueryOptions } from '@/features/assignments/api/assignments';
import { LearnerCoursesPanel } from '@/features/assignments/components/learner-courses-panel';
import { LearnerHistory } from '@/features/audit/components/learner-history';
import { LearnerMails } from '@/features/mails/components/learner-mails';
import { LearnerSessions } from '@/features/sessions/components/learner-sessions';
import { usersQueryOptions } from '@/features/users/api/fetch-users';
import { UserDetails } from '@/features/users/components/user-details';
import { defineMessages } from '@/i18n/define-messages';
import { isApiError } from '@/lib/api-error';
import { queryClient } from '@/lib/query-client';

const messages = defineMessages({
  label: { id: 'users.tabs', defaultMessage: 'About this user' },
  courses: { id: 'users.tabs.courses', defaultMessage: 'Courses' },
  sessions: { id: 'users.tabs.sessions', defaultMessage: 'Sign-ins' },
  mails: { id: 'users.tabs.mails', defaultMessage: 'Mails' },
  history: { id: 'users.tabs.history', defaultMessage: 'History' },
});

export const loader = ({ params }: LoaderFunctionArgs) =>
  orErrorPage(async () => {
    const [, known] = await Promise.all([
      queryClient.fetchQuery(usersQueryOptions()),
      queryClient.fetchQuery(learnerCoursesQueryOptions(params.clientId ?? '')).then(
        () => true,
        (error: unknown) => {
          // A learner who is gone is told on this screen.
          if (isApiError(error) && error.status === 404) return false;
          throw error;
        },
      ),
    ]);
    return { known };
  }, managerExit);

/** Another tab is no other learner. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;

export function Component() {
  const intl = useIntl();
  const { clientId = '' } = useParams();
  const { known } = useLoaderData<typeof loader>();
  return (
    <div className="page flex flex-col gap-6 py-8">
      <UserDetails clientId={clientId} />
      {known && (
        <Tabs
          key={clientId}
          label={intl.formatMessage(messages.label)}
          items={[
            {
              id: 'courses',
              title: intl.formatMessage(messages.courses),
              content: <LearnerCoursesPanel clientId={clientId} />,
            },
            {
              id: 'sessions',
              title: intl.formatMessage(messages.sessions),
              content: (
                <section className="card px-6 py-3">
                  <LearnerSessions clientId={clientId} />
                </section>
              ),
            },
            {
              id: 'mails',
              title: intl.formatMessage(messages.mails),
              content: (
                <section className="card px-6 py-3">
                  <LearnerMails clientId={clientId} />
                </section>
              ),
            },
            {
              id: 'history',
              title: intl.formatMessage(messages.history),
              content: (
                <section className="card px-6 py-3">
                  <LearnerHistory clientId={clientId} />
                </section>
              ),
            },
          ]}
        />
      )}
    </div>
  );
}
