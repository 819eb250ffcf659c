import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Manager } from '@/lib/models';
import { managerSession } from '@/lib/session';
import { useDeleteManager } from '../api/managers';

const messages = defineMessages({
  title: { id: 'managers.remove.title', defaultMessage: 'Delete {name}?' },
  text: {
    id: 'managers.remove.text',
    defaultMessage:
      'This manager is signed out at once and can no longer sign in. Courses, learners and the activity log stay.',
  },
  cannot: { id: 'managers.remove.cannot', defaultMessage: '{name} cannot be deleted' },
  own: {
    id: 'managers.remove.own',
    defaultMessage: 'This is your own account. Another owner can delete it.',
  },
  last: {
    id: 'managers.remove.last',
    defaultMessage: 'This is the only manager: without one nobody could run the academy. Add another one first.',
  },
  close: { id: 'dialog.close', defaultMessage: 'Close' },
});

export interface RemoveManagerDialogProps {
  manager: Manager;
  isLast: boolean;
  onClose: () => void;
  onDone: () => void;
}

/** Asks before a manager is removed, or says why this one cannot be. */
export function RemoveManagerDialog({ manager, isLast, onClose, onDone }: RemoveManagerDialogProps) {
  const intl = useIntl();
  const describe = useDescribeError();
  const remove = useDeleteManager();
  const name = <bdi key="name">{manager.fullname}</bdi>;
  const own = managerSession.state.get()?.identity.userId === manager._id;
  if (own || isLast)
    return (
      <Dialog isOpen title={intl.formatMessage(messages.cannot, { name })} onOpenChange={(open) => !open && onClose()}>
        <p>{intl.formatMessage(isLast ? messages.last : messages.own)}</p>
        <div className="mt-6 flex justify-end">
          <Button variant="secondary" onPress={onClose}>
            {intl.formatMessage(messages.close)}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <ConfirmDialog
      isOpen
      danger
      title={intl.formatMessage(messages.title, { name })}
      text={intl.formatMessage(messages.text)}
      loading={remove.isPending}
      onAnswer={(accepted) => (accepted ? remove.mutate(manager._id, { onSuccess: onDone }) : onClose())}
    >
      {remove.error && (
        <div className="mt-4">
          <Notice severity="error">{describe(remove.error)}</Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}
