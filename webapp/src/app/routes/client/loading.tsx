import { LibraryBig } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { AppShell } from '@/components/layout/app-shell';
import { UserMenu } from '@/components/layout/user-menu';
import { LoadingState } from '@/components/ui/loading-state';
import { SiteProvider, useSiteInfo } from '@/features/site/components/site-context';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { learnerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { Component as Workspace } from '../workspace';

const messages = defineMessages({
  courses: { id: 'client.menu.courses', defaultMessage: 'Courses' },
  account: { id: 'client.menu.account', defaultMessage: 'Account menu' },
  settings: { id: 'client.menu.settings', defaultMessage: 'Settings' },
  mine: { id: 'myCourses.title', defaultMessage: 'My courses' },
});

/** The area's frame while its first screen loads. It calls nothing: whether the session is still valid is being asked. */
export default function Loading() {
  return (
    <Workspace>
      <SiteProvider>
        <Frame />
      </SiteProvider>
    </Workspace>
  );
}

function Frame() {
  const intl = useIntl();
  const { pathname } = useLocation();
  const { name } = useSiteInfo();
  const session = useStore(learnerSession.state);
  if (!session) return null;
  const courses = { label: intl.formatMessage(messages.courses), icon: <LibraryBig aria-hidden size={18} /> };
  return (
    <AppShell
      name={name}
      home={paths.client.home}
      mode="static"
      person={`learner:${session.identity.clientId}`}
      menu={[{ ...courses, to: '/client/courses' }]}
      actions={
        <div inert className="contents">
          <UserMenu label={intl.formatMessage(messages.account)} name={session.identity.fullname} entries={[]} />
        </div>
      }
    >
      <div className="page py-8">
        <h1 className="text-2xl font-bold">
          {intl.formatMessage(pathname.startsWith('/client/update') ? messages.settings : messages.mine)}
        </h1>
        <LoadingState />
      </div>
    </AppShell>
  );
}
