import { LibraryBig, LogOut, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { Outlet, useNavigate } from 'react-router';
import { learnerExit } from '@/app/guards';
import { AppShell } from '@/components/layout/app-shell';
import { CopyGuard } from '@/components/layout/copy-guard';
import { UserMenu } from '@/components/layout/user-menu';
import { late } from '@/components/ui/late';
import { logoutLearner } from '@/features/learner-auth/api/logout';
import { IdleWarning } from '@/features/learner-auth/components/idle-warning';
import { SiteProvider, useSiteInfo } from '@/features/site/components/site-context';
import { startProgressSync } from '@/features/watch/progress-sync';
import { defineMessages } from '@/i18n/define-messages';
import { forgetDraftsOf } from '@/lib/draft-storage';
import { openLive } from '@/lib/live';
import { paths } from '@/lib/paths';
import { queryClient } from '@/lib/query-client';
import { learnerSession } from '@/lib/session';
import { useStore } from '@/lib/store';

const SignInAgain = late(async () => (await import('@/features/learner-auth/components/sign-in-again')).SignInAgain);

const messages = defineMessages({
  courses: { id: 'client.menu.courses', defaultMessage: 'Courses' },
  account: { id: 'client.menu.account', defaultMessage: 'Account menu' },
  settings: { id: 'client.menu.settings', defaultMessage: 'Settings' },
  logout: { id: 'client.menu.logout', defaultMessage: 'Sign out' },
});

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
  const { name } = useSiteInfo();
  const session = useStore(learnerSession.state);
  const token = session?.token ?? null;

  const leave = () => void navigate(paths.client.logout);

  useEffect(
    () =>
      openLive(token, {
        anotherDevice: () => learnerSession.end('another-device'),
        refused: (code) => learnerSession.refused(code),
        // A manager may have ended only the live connection (update-status); the session then ends too.
        logout: (reason) => {
          if (reason === 'idle' || reason === 'expired') return learnerSession.refused(reason);
          void logoutLearner('signed-out');
          void navigate(paths.client.logout);
        },
      }),
    [token, navigate],
  );
  // Sends progress made offline when the network is back.
  useEffect(() => (token ? startProgressSync() : undefined), [token]);
  // However the session ended (this tab, another one, a refused call), its pages remain only behind the dialog that
  // asks to sign in again.
  useEffect(() => {
    if (token || learnerSession.mayReturn()) return;
    // Another tab's sign-out is this one's too.
    if (learnerSession.endReason.get() === 'logout') forgetDraftsOf(learnerSession.before()?.identity.clientId);
    void navigate(learnerExit(), { replace: true });
  }, [token, navigate]);
  const shown = session ?? (learnerSession.mayReturn() ? learnerSession.before() : null);
  if (!shown) return null;

  return (
    <AppShell
      name={name}
      home={paths.client.home}
      mode="static"
      person={`learner:${shown.identity.clientId}`}
      menu={[
        {
          label: intl.formatMessage(messages.courses),
          icon: <LibraryBig aria-hidden size={18} />,
          to: '/client/courses',
        },
      ]}
      actions={
        <UserMenu
          label={intl.formatMessage(messages.account)}
          name={shown.identity.fullname}
          entries={[
            {
              id: 'settings',
              label: intl.formatMessage(messages.settings),
              icon: <Settings aria-hidden size={18} />,
              onAction: () => void navigate(paths.client.updateInfo),
            },
            {
              id: 'logout',
              label: intl.formatMessage(messages.logout),
              icon: <LogOut aria-hidden size={18} className="rtl:rotate-180" />,
              onAction: leave,
            },
          ]}
        />
      }
    >
      <CopyGuard />
      <Outlet />
      {session ? (
        <IdleWarning onSignOut={leave} />
      ) : (
        <SignInAgain
          onOther={() => {
            queryClient.clear();
            void navigate(paths.client.courses, { replace: true });
          }}
        />
      )}
    </AppShell>
  );
}
