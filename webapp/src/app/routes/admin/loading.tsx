import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { paths } from '@/lib/paths';
import { managerRole, reaches } from '@/lib/role';
import { managerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { LoadingFrame } from '../loading-frame';
import { Breadcrumbs } from './breadcrumbs';
import { SCREENS } from './screens';
import { TopActions } from './top-actions';

export default function Loading() {
  const intl = useIntl();
  const { pathname } = useLocation();
  const session = useStore(managerSession.state);
  const role = useStore(managerRole);
  if (!session) return null;
  const screens = SCREENS.map((screen) => ({ ...screen, label: intl.formatMessage(screen.name) }));
  return (
    <LoadingFrame
      home={paths.admin.home}
      mode="horizontal"
      person={`manager:${session.identity.userId}`}
      // What not every role may see appears once the role is known.
      menu={screens
        .filter(({ inMenu, role: least }) => inMenu && (!least || (role !== null && reaches(role, least))))
        .map(({ label, icon, to }) => ({ label, icon, to }))}
      below={<Breadcrumbs />}
      actions={<TopActions fullname={session.identity.fullname} onOpen={() => undefined} />}
      title={screens.find(({ to, inMenu }) => inMenu && pathname.startsWith(to))?.label}
    />
  );
}
