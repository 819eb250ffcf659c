import { KeyRound, LibraryBig, LogOut, Pencil, Trash2, UserCheck, UserX } from 'lucide-react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { Menu } from '@/components/ui/menu';
import type { MenuAction } from '@/components/ui/menu-model';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import { useMay } from '@/lib/role';
import type { UserAction } from './users-dialog';

const messages = defineMessages({
  label: { id: 'users.menu', defaultMessage: 'Actions: {name}' },
  edit: { id: 'users.edit', defaultMessage: 'Edit' },
  password: { id: 'users.password', defaultMessage: 'Change password' },
  assign: { id: 'users.assign', defaultMessage: 'Assign courses' },
  activate: { id: 'users.activate', defaultMessage: 'Activate' },
  deactivate: { id: 'users.deactivate', defaultMessage: 'Deactivate' },
  signOut: { id: 'sessions.signOut', defaultMessage: 'Sign out' },
});

/** What support may not do. */
const MANAGERS: ReadonlySet<string> = new Set<UserAction>(['edit', 'password', 'remove']);

/** What can be done to one learner. */
export function UserMenu({
  user,
  onAct,
  without = [],
}: {
  user: Learner;
  onAct: (act: UserAction) => void;
  /** What stands beside the menu already. */
  without?: readonly UserAction[];
}) {
  const intl = useIntl();
  const changes = useMay('manager');
  const entry = (id: UserAction, Icon: typeof Pencil, label: MessageDescriptor, danger = false): MenuAction => ({
    id,
    label: intl.formatMessage(label),
    icon: <Icon aria-hidden size={18} className={id === 'sign-out' ? 'rtl:rotate-180' : undefined} />,
    onAction: () => onAct(id),
    danger,
  });
  const actions = () =>
    [
      entry('edit', Pencil, messages.edit),
      entry('password', KeyRound, messages.password),
      entry('assign', LibraryBig, messages.assign),
      user.active && user.activated
        ? entry('deactivate', UserX, messages.deactivate)
        : entry('activate', UserCheck, messages.activate),
      entry('sign-out', LogOut, messages.signOut),
      entry('remove', Trash2, common.remove, true),
    ].filter(({ id }) => (changes || !MANAGERS.has(id)) && !without.some((act) => act === id));
  return <Menu label={intl.formatMessage(messages.label, { name: user.fullname })} actions={actions} />;
}
