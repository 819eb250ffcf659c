import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { IconButton } from './icon-button';
import { OfflineSaid } from './offline-said';

const messages = defineMessages({ close: { id: 'dialog.close', defaultMessage: 'Close' } });

export interface DialogProps {
  /** Names in it are in a `<bdi>`. */
  title: ReactNode;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  /** Alert dialogs require an answer: no close button, and a click outside does nothing. */
  alert?: boolean;
  /** A width class; 30rem by default. */
  width?: string;
  children: ReactNode;
}

export function Dialog({ title, isOpen, onOpenChange, alert = false, width = 'max-w-[30rem]', children }: DialogProps) {
  const intl = useIntl();
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      isDismissable={!alert}
      className="mask-in fixed inset-0 z-50 grid grid-cols-[minmax(0,1fr)] place-items-center overflow-y-auto bg-(--mask) p-4"
    >
      <Modal className={cx('w-full', width)}>
        <AriaDialog role={alert ? 'alertdialog' : 'dialog'} className="card shadow-pop outline-none">
          <div className="card-head flex items-center gap-4 border-b border-line px-5 py-3">
            <Heading slot="title" className="flex-1 text-lg font-bold">
              {title}
            </Heading>
            {!alert && (
              <IconButton label={intl.formatMessage(messages.close)} onPress={() => onOpenChange(false)}>
                <X aria-hidden size={20} />
              </IconButton>
            )}
          </div>
          <div className="p-5">
            <OfflineSaid value={false}>{children}</OfflineSaid>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
