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
  title?: string;
  text?: string;
  danger?: boolean;
  loading?: boolean;
  /** Stands below the text: what it will do in full, or what was refused. */
  children?: ReactNode;
}

/** The yes-or-no question of section 4, with its texts unless others are given. */
export function ConfirmDialog({ isOpen, onAnswer, title, text, danger, loading, children }: ConfirmDialogProps) {
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
      <div className="mt-6 flex justify-end gap-3">
        <Button variant="secondary" onPress={() => onAnswer(false)}>
          {intl.formatMessage(messages.no)}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} loading={loading} onPress={() => onAnswer(true)}>
          {intl.formatMessage(messages.yes)}
        </Button>
      </div>
    </Dialog>
  );
}
