import { Fragment, useState } from 'react';
import { useIntl } from 'react-intl';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { AppShell } from '@/components/layout/app-shell';
import { late, lateOverlay } from '@/components/ui/late';
import { useShortcut } from '@/components/ui/use-shortcut';
import { UploadsButton } from '@/features/courses/components/uploads-button';
import { healthQueryOptions } from '@/features/health/api/health';
import { HealthBanner } from '@/features/health/components/health-banner';
import { SiteProvider, useSiteInfo } from '@/features/site/components/site-context';
import { screenIn, withNext } from '@/lib/next-page';
import { paths } from '@/lib/paths';
import { queryClient } from '@/lib/query-client';
import { managerRole, reaches } from '@/lib/role';
import { useStore } from '@/lib/store';
import { setupRequired } from '@/lib/two-factor-setup';
import { Breadcrumbs } from './breadcrumbs';
import { SCREENS } from './screens';
import { TopActions, type AdminOverlay } from './top-actions';
import { useManagerLive } from './use-manager-live';
import { useSessionOwner } from './use-session-owner';

/** The page is left shortly after the answer (section 9). */
const LOGOUT_DELAY_MS = 500;
const BANNER_WAIT_MS = 1000;
/** Elements that ask for an answer or contain input. */
const MODAL = '[role="alertdialog"], [role="dialog"]:not([aria-modal="false"])';

const AdminCommandPalette = late(
  async () => (await import('@/features/command-palette/components/admin-command-palette')).AdminCommandPalette,
);
const ChangePasswordDialog = lateOverlay(
  async () => (await import('@/features/manager-auth/components/change-password-dialog')).ChangePasswordDialog,
);
const ConfirmDialog = lateOverlay(async () => (await import('@/components/ui/confirm-dialog')).ConfirmDialog);
const ManagerSignInAgain = late(
  async () => (await import('@/features/manager-auth/components/manager-sign-in-again')).ManagerSignInAgain,
);
const RecentActivityPanel = lateOverlay(
  async () => (await import('@/features/audit/components/recent-activity-panel')).RecentActivityPanel,
);
const SettingsPanel = lateOverlay(async () => (await import('@/components/layout/settings-panel')).SettingsPanel);

/** What the academy lacks stands above each screen: it is there with the first, unless that would take long. */
export async function loader() {
  const waited = new Promise((resolve) => setTimeout(resolve, BANNER_WAIT_MS));
  await Promise.race([waited, queryClient.ensureQueryData(healthQueryOptions()).catch(() => undefined)]);
  return null;
}
export const shouldRevalidate = () => false;

export function Component() {
  return (
    <SiteProvider>
      <Frame />
    </SiteProvider>
  );
}

function Frame() {
  const intl = useIntl();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { name } = useSiteInfo();
  const { shown, signedIn } = useSessionOwner();
  const role = useStore(managerRole);
  const inSetup = useStore(setupRequired);
  const [overlay, setOverlay] = useState<AdminOverlay | null>(null);
  useManagerLive(signedIn && shown ? shown.token : null);
  useShortcut('KeyK', () => {
    if (overlay === 'palette') setOverlay(null);
    else if (!document.querySelector(MODAL)) setOverlay('palette');
  });
  if (!shown) return null;
  if (inSetup) return <Navigate to={withNext(paths.admin.twoFactor, screenIn('admin', pathname + search))} replace />;

  const over = (which: AdminOverlay) => ({
    isOpen: overlay === which,
    onOpenChange: (open: boolean) => setOverlay(open ? which : null),
  });
  const screens = SCREENS.filter(({ role: least }) => !least || reaches(role, least)).map((screen) => ({
    ...screen,
    label: intl.formatMessage(screen.name),
  }));
  return (
    <AppShell
      name={name}
      home={paths.admin.home}
      mode="horizontal"
      person={`manager:${shown.identity.userId}`}
      menu={screens.filter(({ inMenu }) => inMenu).map(({ label, icon, to }) => ({ label, icon, to }))}
      below={
        <>
          <Breadcrumbs />
          <HealthBanner signedIn={signedIn} />
        </>
      }
      actions={
        <>
          <UploadsButton />
          <TopActions fullname={shown.identity.fullname} onOpen={setOverlay} />
        </>
      }
    >
      <Fragment key={shown.identity.userId}>
        <Outlet />
      </Fragment>
      <ChangePasswordDialog {...over('password')} />
      <SettingsPanel {...over('settings')} />
      <RecentActivityPanel {...over('lately')} />
      {overlay === 'palette' && (
        <AdminCommandPalette
          {...over('palette')}
          screens={screens.map(({ id, label, icon, to }) => ({ id, name: label, icon, to }))}
          onGo={(to) => void navigate(to)}
        />
      )}
      <ConfirmDialog
        isOpen={overlay === 'quit'}
        onAnswer={(accepted) => {
          setOverlay(null);
          if (accepted) window.setTimeout(() => void navigate(paths.admin.logout), LOGOUT_DELAY_MS);
        }}
      />
      {!signedIn && <ManagerSignInAgain />}
    </AppShell>
  );
}
