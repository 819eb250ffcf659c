import { CircleUserRound, History, KeyRound, LibraryBig, LogOut, Palette, ScrollText, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { Outlet, useNavigate } from 'react-router';
import { AppShell } from '@/components/layout/app-shell';
import { SettingsPanel } from '@/components/layout/settings-panel';
import { useDesktop } from '@/components/layout/use-desktop';
import { UserMenu, type UserMenuEntry } from '@/components/layout/user-menu';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { LatelyPanel } from '@/features/audit/components/lately-panel';
import { ChangePasswordDialog } from '@/features/manager-auth/components/change-password-dialog';
import { SiteProvider, useSiteInfo } from '@/features/site/components/site-context';
import { defineMessages } from '@/i18n/define-messages';
import { openLive } from '@/lib/live';
import { onlineUsers } from '@/lib/online-users';
import { paths } from '@/lib/paths';
import { managerSession } from '@/lib/session';
import { useStore } from '@/lib/store';
import { Breadcrumbs } from './breadcrumbs';

const messages = defineMessages({
  users: { id: 'admin.menu.users', defaultMessage: 'Users' },
  courses: { id: 'admin.menu.courses', defaultMessage: 'Courses' },
  audit: { id: 'admin.menu.audit', defaultMessage: 'Activity' },
  settings: { id: 'settings.title', defaultMessage: 'Settings' },
  lately: { id: 'audit.lately', defaultMessage: 'What happened lately' },
  account: { id: 'admin.menu.account', defaultMessage: 'Account menu' },
  myAccount: { id: 'admin.account.title', defaultMessage: 'My account' },
  update: { id: 'admin.menu.update', defaultMessage: 'Update' },
  quit: { id: 'admin.menu.quit', defaultMessage: 'Quit' },
});

/** The page is left a moment after the answer (section 9). */
const LOGOUT_DELAY_MS = 500;

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
  const desktop = useDesktop();
  const { name } = useSiteInfo();
  const session = useStore(managerSession.state);
  const token = session?.token ?? null;
  const [dialog, setDialog] = useState<'password' | 'quit' | 'settings' | 'lately' | null>(null);

  useEffect(() => {
    const close = openLive(token, {
      onlineUsers: (users) => onlineUsers.set(new Set(users.map(({ userId }) => userId))),
      logout: () => managerSession.end('signed-out'),
    });
    return () => {
      close();
      onlineUsers.set(null);
    };
  }, [token]);
  // However the session ended (timer, another tab, a refused call), nobody stays on its pages.
  useEffect(() => {
    if (!token) void navigate(paths.admin.login, { replace: true });
  }, [token, navigate]);
  if (!session) return null;

  const answerQuit = (accepted: boolean) => {
    setDialog(null);
    if (accepted) window.setTimeout(() => void navigate(paths.admin.logout), LOGOUT_DELAY_MS);
  };
  const panels: UserMenuEntry[] = [
    {
      id: 'lately',
      label: intl.formatMessage(messages.lately),
      icon: <History aria-hidden size={18} />,
      onAction: () => setDialog('lately'),
    },
    {
      id: 'settings',
      label: intl.formatMessage(messages.settings),
      icon: <Palette aria-hidden size={18} />,
      onAction: () => setDialog('settings'),
    },
  ];
  return (
    <AppShell
      name={name}
      home={paths.admin.home}
      mode="horizontal"
      person={`manager:${session.identity.userId}`}
      menu={[
        { label: intl.formatMessage(messages.users), icon: <Users aria-hidden size={18} />, to: '/admin/users' },
        {
          label: intl.formatMessage(messages.courses),
          icon: <LibraryBig aria-hidden size={18} />,
          to: '/admin/courses',
        },
        {
          label: intl.formatMessage(messages.audit),
          icon: <ScrollText aria-hidden size={18} />,
          to: paths.admin.audit,
        },
      ]}
      below={<Breadcrumbs />}
      actions={
        <>
          {desktop &&
            panels.map(({ id, label, icon, onAction }) => (
              <IconButton key={id} label={label} onPress={onAction}>
                {icon}
              </IconButton>
            ))}
          <UserMenu
            label={intl.formatMessage(messages.account)}
            name={session.identity.fullname}
            entries={[
              // A narrow bar has room for the academy's name instead.
              ...(desktop ? [] : panels),
              {
                id: 'account',
                label: intl.formatMessage(messages.myAccount),
                icon: <CircleUserRound aria-hidden size={18} />,
                onAction: () => void navigate(paths.admin.account),
              },
              {
                id: 'update',
                label: intl.formatMessage(messages.update),
                icon: <KeyRound aria-hidden size={18} />,
                onAction: () => setDialog('password'),
              },
              {
                id: 'quit',
                label: intl.formatMessage(messages.quit),
                icon: <LogOut aria-hidden size={18} className="rtl:rotate-180" />,
                onAction: () => setDialog('quit'),
              },
            ]}
          />
        </>
      }
    >
      <Outlet />
      <ChangePasswordDialog
        isOpen={dialog === 'password'}
        onOpenChange={(open) => setDialog(open ? 'password' : null)}
      />
      <SettingsPanel isOpen={dialog === 'settings'} onOpenChange={(open) => setDialog(open ? 'settings' : null)} />
      <LatelyPanel isOpen={dialog === 'lately'} onOpenChange={(open) => setDialog(open ? 'lately' : null)} />
      <ConfirmDialog isOpen={dialog === 'quit'} onAnswer={answerQuit} />
    </AppShell>
  );
}
