import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { FormSkeleton, ListSkeleton, type ListShape } from '@/components/ui/skeleton';
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
  const { pathname, search } = useLocation();
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
    >
      <Shape address={pathname + search} />
    </LoadingFrame>
  );
}

const SHAPES: readonly (readonly [RegExp, ListShape])[] = [
  [/^\/admin\/(?:users(?:\/list)?(?:$|\?)|courses.*[?&]view=table)/, 'table'],
  [/^\/admin\/courses(?:\/list)?(?:$|\?)/, 'cards'],
  [/^\/admin\/(?:audit|bin|managers|health)(?:$|\?)/, 'rows'],
];

function Shape({ address }: { address: string }) {
  const shape = SHAPES.find(([known]) => known.test(address))?.[1];
  return shape ? <ListSkeleton as={shape} /> : <FormSkeleton />;
}
