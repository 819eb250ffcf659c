import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { SelectionBar } from '@/components/ui/selection-bar';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import type { UserAct } from './users-dialog';

const messages = defineMessages({
  activate: { id: 'users.activate', defaultMessage: 'Activate' },
  deactivate: { id: 'users.deactivate', defaultMessage: 'Deactivate' },
  assign: { id: 'users.assign', defaultMessage: 'Assign courses' },
  extend: { id: 'users.extend', defaultMessage: 'Extend' },
  signOut: { id: 'sessions.signOut', defaultMessage: 'Sign out' },
  more: { id: 'users.selection.more', defaultMessage: 'More actions' },
});

/** What can be done with the chosen learners. */
export function UsersSelection({
  users,
  busy,
  onClear,
  onAct,
}: {
  users: ReadonlyMap<string, Learner>;
  busy: boolean;
  onClear: () => void;
  onAct: (act: UserAct) => void;
}) {
  const intl = useIntl();
  const button = (act: UserAct, label: keyof typeof messages) => (
    <Button size="small" variant="secondary" isDisabled={busy} onPress={() => onAct(act)}>
      {intl.formatMessage(messages[label])}
    </Button>
  );
  return (
    <SelectionBar count={users.size} onClear={onClear}>
      {button('assign', 'assign')}
      {button('extend', 'extend')}
      {button('activate', 'activate')}
      {button('deactivate', 'deactivate')}
      <Button size="small" variant="danger" isDisabled={busy} onPress={() => onAct('remove')}>
        {intl.formatMessage(common.remove)}
      </Button>
      <Menu
        label={intl.formatMessage(messages.more)}
        actions={[
          {
            id: 'sign-out',
            label: intl.formatMessage(messages.signOut),
            isDisabled: busy,
            onAction: () => onAct('sign-out'),
          },
        ]}
      />
    </SelectionBar>
  );
}
