import { useIntl } from 'react-intl';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Manager } from '@/lib/models';
import { useResetFactors } from '../api/managers';

const messages = defineMessages({
  title: { id: 'managers.reset.title', defaultMessage: 'Reset the two-step verification of {name}?' },
  text: {
    id: 'managers.reset.text',
    defaultMessage:
      'For a lost phone or device. The passkeys, the authenticator app and the recovery codes of this manager stop working, and the manager is signed out and told by e-mail. Make sure that the request really comes from this person.',
  },
});

/** Asks before another manager's second factor is removed. */
export function ResetFactorsDialog({
  manager,
  onClose,
  onDone,
}: {
  manager: Manager;
  onClose: () => void;
  onDone: () => void;
}) {
  const intl = useIntl();
  const describe = useDescribeError();
  const reset = useResetFactors();
  return (
    <ConfirmDialog
      isOpen
      danger
      title={intl.formatMessage(messages.title, { name: <bdi key="name">{manager.fullname}</bdi> })}
      text={intl.formatMessage(messages.text)}
      loading={reset.isPending}
      onAnswer={(accepted) => (accepted ? reset.mutate(manager._id, { onSuccess: onDone }) : onClose())}
    >
      {reset.error && (
        <div className="mt-4">
          <Notice severity="error">{describe(reset.error)}</Notice>
        </div>
      )}
    </ConfirmDialog>
  );
}
