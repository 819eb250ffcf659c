import { Outlet } from 'react-router';
import { AuthShell } from '@/components/layout/auth-shell';
import { CopyGuard } from '@/components/layout/copy-guard';
import { SiteProvider, useSiteInfo } from '@/features/site/components/site-context';
import { paths } from '@/lib/paths';

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
    <AuthShell name={name} home={paths.home}>
      <CopyGuard />
      <Outlet />
    </AuthShell>
  );
}
