import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ConflictDialog, type ConflictChoice } from '@/components/conflict/conflict-dialog';
import { FormFrame } from '@/components/forms/form-frame';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { roleNames } from '@/i18n/role-messages';
import { isApiError } from '@/lib/api-error';
import type { Manager } from '@/lib/models';
import type { Role } from '@/lib/role';
import { managerSession } from '@/lib/session';
import { useUpdateRole } from '../api/managers';
import { RoleChoice } from './role-choice';

const messages = defineMessages({
  role: { id: 'managers.role', defaultMessage: 'Role' },
  told: {
    id: 'managers.role.text',
    defaultMessage: 'The new role applies at once, and the manager is told by e-mail.',
  },
  own: {
    id: 'managers.role.own',
    defaultMessage: 'This is your own role. If you lower it, only another owner can raise it again.',
  },
});

interface RoleFormProps {
  manager: Manager;
  onDone: () => void;
  /** Another owner's choice stays. */
  onLeave: () => void;
}

/** Changes a manager's role, unless another owner has given the manager a different one meanwhile. */
export function RoleForm({ manager, onDone, onLeave }: RoleFormProps) {
  const intl = useIntl();
  const describe = useDescribeError();
  const [role, setRole] = useState(manager.role);
  const [theirs, setTheirs] = useState<Role | null>(null);
  const update = useUpdateRole(manager._id);
  const save = async (seenRole: Role) => {
    try {
      await update.mutateAsync({ role, seenRole });
      onDone();
    } catch (error) {
      if (isApiError(error, 'changed_meanwhile')) setTheirs((error.result as Manager).role);
    }
  };
  const choose = (choice: ConflictChoice) => {
    setTheirs(null);
    if (choice === 'back' || !theirs) return;
    if (choice.get('role') === 'mine') void save(theirs);
    else onLeave();
  };
  const problem = isApiError(update.error, 'changed_meanwhile') ? null : update.error;
  const own = managerSession.state.get()?.identity.userId === manager._id;
  const nameOf = (each: Role) => intl.formatMessage(roleNames[each]);
  return (
    <FormFrame
      button="end"
      label={intl.formatMessage(common.save)}
      busy={update.isPending}
      problem={problem && describe(problem)}
      onSubmit={() => save(manager.role)}
    >
      {theirs && (
        <ConflictDialog
          conflicts={[
            { key: 'role', label: intl.formatMessage(messages.role), mine: nameOf(role), theirs: nameOf(theirs) },
          ]}
          onChoose={choose}
        />
      )}
      <Notice severity={own ? 'warn' : 'info'}>{intl.formatMessage(own ? messages.own : messages.told)}</Notice>
      <RoleChoice value={role} onChange={setRole} />
    </FormFrame>
  );
}
