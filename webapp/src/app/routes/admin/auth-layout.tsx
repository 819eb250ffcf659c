import { Outlet } from 'react-router';
import { AuthShell } from '@/components/layout/auth-shell';
import { SiteProvider, useSiteInfo } from '@/features/site/components/site-context';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { Breadcrumbs, type BreadcrumbHandle } from './breadcrumbs';

const messages = defineMessages({ auth: { id: 'breadcrumbs.auth', defaultMessage: 'Authentication' } });

export const handle: BreadcrumbHandle = { breadcrumb: [messages.auth] };

export function Component() {
  return (
    <SiteProvider>
      <Frame />
    </SiteProvider>
  );
}

function Frame() {
  const { name } = useSiteInfo();
  return (
    <AuthShell name={name} home={paths.home} below={<Breadcrumbs />}>
      <Outlet />
    </AuthShell>
  );
}
