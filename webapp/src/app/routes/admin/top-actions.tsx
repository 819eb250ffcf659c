import { BookOpenText, CircleUserRound, History, KeyRound, LogOut, Palette, Search } from 'lucide-react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { useDesktop } from '@/components/layout/use-desktop';
import { UserMenu, type UserMenuEntry } from '@/components/layout/user-menu';
import { IconButton } from '@/components/ui/icon-button';
import { Tooltip } from '@/components/ui/tooltip';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { useMay } from '@/lib/role';

const messages = defineMessages({
  palette: { id: 'commandPalette.title', defaultMessage: 'Go to a learner, a course or a screen' },
  settings: { id: 'settings.title', defaultMessage: 'Settings' },
  lately: { id: 'audit.lately', defaultMessage: 'Recent activity' },
  account: { id: 'admin.menu.account', defaultMessage: 'Account menu' },
  myAccount: { id: 'admin.account.title', defaultMessage: 'My account' },
  guide: { id: 'admin.menu.guide', defaultMessage: 'Guide' },
  update: { id: 'admin.menu.update', defaultMessage: 'Update' },
  quit: { id: 'admin.menu.quit', defaultMessage: 'Quit' },
});

export type AdminOverlay = 'palette' | 'lately' | 'settings' | 'password' | 'quit';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The end of the top bar: the buttons for panels over the page, and the overflow menu. */
export function TopActions({ fullname, onOpen }: { fullname: string; onOpen: (overlay: AdminOverlay) => void }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const desktop = useDesktop();
  const panel = (id: 'lately' | 'settings', icon: React.ReactNode): UserMenuEntry => ({
    id,
    label: intl.formatMessage(messages[id]),
    icon,
    onAction: () => onOpen(id),
  });
  const panels = [
    ...(useMay('manager') ? [panel('lately', <History aria-hidden size={18} />)] : []),
    panel('settings', <Palette aria-hidden size={18} />),
  ];
  const search = intl.formatMessage(messages.palette);
  return (
    <>
      <Tooltip aria placement="bottom" text={`${search} (${isApple ? '⌘K' : 'Ctrl+K'})`}>
        <IconButton
          label={search}
          aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
          onPress={() => onOpen('palette')}
        >
          <Search aria-hidden size={18} />
        </IconButton>
      </Tooltip>
      {desktop &&
        panels.map(({ id, label, icon, onAction }) => (
          <Tooltip key={id} aria placement="bottom" text={label}>
            <IconButton label={label} onPress={onAction}>
              {icon}
            </IconButton>
          </Tooltip>
        ))}
      <UserMenu
        label={intl.formatMessage(messages.account)}
        name={fullname}
        entries={[
          // A narrow bar uses the room for the academy's name.
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
            onAction: () => onOpen('password'),
          },
          {
            id: 'guide',
            label: intl.formatMessage(messages.guide),
            icon: <BookOpenText aria-hidden size={18} />,
            onAction: () => window.open(paths.guide(intl.locale, 'managers'), '_blank', 'noopener'),
          },
          {
            id: 'quit',
            label: intl.formatMessage(messages.quit),
            icon: <LogOut aria-hidden size={18} className="rtl:rotate-180" />,
            onAction: () => onOpen('quit'),
          },
        ]}
      />
    </>
  );
}
