import { memo } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Menu } from '@/components/ui/menu';
import { SelectionBar } from '@/components/ui/selection-bar';
import { defineMessages } from '@/i18n/define-messages';
import { useMay } from '@/lib/role';
import type { UserAction } from './users-dialog';

const messages = defineMessages({
  activate: { id: 'users.activate', defaultMessage: 'Activate' },
  deactivate: { id: 'users.deactivate', defaultMessage: 'Deactivate' },
  assign: { id: 'users.assign', defaultMessage: 'Assign courses' },
  extend: { id: 'users.extend', defaultMessage: 'Extend' },
  'sign-out': { id: 'sessions.signOut', defaultMessage: 'Sign out' },
  export: { id: 'users.export.chosen', defaultMessage: 'Export selected (CSV)' },
  remove: { id: 'action.remove', defaultMessage: 'Delete' },
  more: { id: 'users.selection.more', defaultMessage: 'More actions' },
  all: {
    id: 'users.selection.all',
    defaultMessage: '{count, plural, one {Select the # learner found} other {Select all # learners found}}',
  },
});

interface ActionsProps {
  busy: boolean;
  onAct: (act: UserAction) => void;
  onExport: () => void;
}

const BUTTONS = ['assign', 'extend', 'activate', 'deactivate', 'remove'] as const;
const MORE = ['sign-out', 'export'] as const;

/** What can be done with the chosen learners. A narrow bar has it all in its menu, so that the rows stay in sight. */
export function UsersSelection({
  count,
  found,
  busy,
  onAll,
  onClear,
  onAct,
  onExport,
}: ActionsProps & {
  /** How many are chosen. */
  count: number;
  /** How many the list has on all of its pages. */
  found: number;
  /** Chooses all that were found; undefined where they are. */
  onAll?: () => void;
  onClear: () => void;
}) {
  return (
    <SelectionBar count={count} onClear={onClear}>
      {onAll && <All found={found} busy={busy} onPress={onAll} />}
      <Actions busy={busy} onAct={onAct} onExport={onExport} />
    </SelectionBar>
  );
}

const All = memo(function All({ found, busy, onPress }: { found: number; busy: boolean; onPress: () => void }) {
  const intl = useIntl();
  return (
    <Button size="small" variant="quiet" isDisabled={busy} onPress={onPress}>
      {intl.formatMessage(messages.all, { count: found })}
    </Button>
  );
});

/** Not rendered with each row that is chosen. */
const Actions = memo(function Actions({ busy, onAct, onExport }: ActionsProps) {
  const intl = useIntl();
  const all = useMay('manager');
  const buttons = BUTTONS.filter((act) => all || act !== 'remove');
  const more = MORE.filter((act) => all || act !== 'export');
  const menu = (ids: readonly ((typeof BUTTONS)[number] | (typeof MORE)[number])[], className: string) => (
    <Menu
      className={className}
      label={intl.formatMessage(messages.more)}
      actions={ids.map((id) => ({
        id,
        label: intl.formatMessage(messages[id]),
        isDisabled: busy,
        danger: id === 'remove',
        onAction: () => (id === 'export' ? onExport() : onAct(id)),
      }))}
    />
  );
  return (
    <>
      <div className="hidden items-center gap-2 lg:flex">
        {buttons.map((act) => (
          <Button
            key={act}
            size="small"
            variant={act === 'remove' ? 'danger' : 'secondary'}
            isDisabled={busy}
            onPress={() => onAct(act)}
          >
            {intl.formatMessage(messages[act])}
          </Button>
        ))}
      </div>
      {menu(more, 'max-lg:hidden')}
      {menu([...buttons, ...more], 'lg:hidden')}
    </>
  );
});
