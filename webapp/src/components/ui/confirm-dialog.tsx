import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { Button } from './button';
import { Dialog } from './dialog';

const messages = defineMessages({
  title: { id: 'confirm.title', defaultMessage: 'Are you sure?' },
  text: { id: 'confirm.text', defaultMessage: 'Please confirm to proceed.' },
  yes: { id: 'confirm.yes', defaultMessage: 'Yes' },
  no: { id: 'confirm.no', defaultMessage: 'No' },
});

export interface ConfirmDialogProps {
  isOpen: boolean;
  onAnswer: (accepted: boolean) => void;
  title?: ReactNode;
  text?: string;
  /** What the buttons do, where that is not the yes or no of the question. */
  yes?: string;
  no?: string;
  danger?: boolean;
  loading?: boolean;
  /** Placed below the text: the full effect, or an error. */
  children?: ReactNode;
}

/** The yes-or-no question of section 4, by default with its texts. */
export function ConfirmDialog({
  isOpen,
  onAnswer,
  title,
  text,
  yes,
  no,
  danger,
  loading,
  children,
}: ConfirmDialogProps) {
  const intl = useIntl();
  return (
    <Dialog
      alert
      isOpen={isOpen}
      onOpenChange={(open) => !open && onAnswer(false)}
      title={title ?? intl.formatMessage(messages.title)}
    >
      <p className="text-muted">{text ?? intl.formatMessage(messages.text)}</p>
      {children}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onPress={() => onAnswer(false)}>
          {no ?? intl.formatMessage(messages.no)}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} loading={loading} onPress={() => onAnswer(true)}>
          {yes ?? intl.formatMessage(messages.yes)}
        </Button>
      </div>
    </Dialog>
  );
}
