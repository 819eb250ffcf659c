import { useState } from 'react';
import { useIntl } from 'react-intl';
import { FormFrame } from '@/components/forms/form-frame';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Manager } from '@/lib/models';
import { managerSession } from '@/lib/session';
import { useUpdateRole } from '../api/managers';
import { RoleChoice } from './role-choice';

const messages = defineMessages({
  told: {
    id: 'managers.role.text',
    defaultMessage: 'The new role applies at once, and the manager is told by e-mail.',
  },
  own: {
    id: 'managers.role.own',
    defaultMessage: 'This is your own role. If you lower it, only another owner can raise it again.',
  },
});

/** Changes a manager's role. */
export function RoleForm({ manager, onDone }: { manager: Manager; onDone: () => void }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const [role, setRole] = useState(manager.role);
  const update = useUpdateRole(manager._id);
  const submit = () => update.mutateAsync(role).then(onDone, () => undefined);
  const own = managerSession.state.get()?.identity.userId === manager._id;
  return (
    <FormFrame
      button="end"
      label={intl.formatMessage(common.save)}
      busy={update.isPending}
      problem={update.error && describe(update.error)}
      onSubmit={submit}
    >
      <Notice severity={own ? 'warn' : 'info'}>{intl.formatMessage(own ? messages.own : messages.told)}</Notice>
      <RoleChoice value={role} onChange={setRole} />
    </FormFrame>
  );
}
