import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { AppShell } from '@/components/layout/app-shell';
import { LoadingState } from '@/components/ui/loading-state';
import { SiteProvider, useSiteInfo } from '@/features/site/components/site-context';
import { paths } from '@/lib/paths';
import { managerRole, reaches } from '@/lib/role';
import { managerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { Component as Workspace } from '../workspace';
import { Breadcrumbs } from './breadcrumbs';
import { SCREENS } from './screens';
import { TopActions } from './top-actions';

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
  const session = useStore(managerSession.state);
  const role = useStore(managerRole);
  if (!session) return null;
  const screens = SCREENS.map((screen) => ({ ...screen, label: intl.formatMessage(screen.name) }));
  const here = screens.find(({ to, inMenu }) => inMenu && pathname.startsWith(to));
  return (
    <AppShell
      name={name}
      home={paths.admin.home}
      mode="horizontal"
      person={`manager:${session.identity.userId}`}
      // What not every role may see appears once the role is known.
      menu={screens
        .filter(({ inMenu, role: least }) => inMenu && (!least || (role !== null && reaches(role, least))))
        .map(({ label, icon, to }) => ({ label, icon, to }))}
      below={<Breadcrumbs />}
      actions={
        <div inert className="contents">
          <TopActions fullname={session.identity.fullname} onOpen={() => undefined} />
        </div>
      }
    >
      <div className="page py-8">
        {here && <h1 className="text-2xl font-bold">{here.label}</h1>}
        <LoadingState />
      </div>
    </AppShell>
  );
}
