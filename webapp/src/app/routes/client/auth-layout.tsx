import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { AuthShell } from '@/components/layout/auth-shell';
import { CopyGuard } from '@/components/layout/copy-guard';
import { keptRecovery } from '@/features/learner-auth/recovery-memory';
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
  // The address of one that was given up is not left in the browser.
  useEffect(() => void keptRecovery(), []);
  return (
    <AuthShell name={name} home={paths.home}>
      <CopyGuard />
      <Outlet />
    </AuthShell>
  );
}
