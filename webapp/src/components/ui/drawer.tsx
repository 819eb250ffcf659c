import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { IconButton } from './icon-button';

const messages = defineMessages({ close: { id: 'dialog.close', defaultMessage: 'Close' } });

const SIDES = { start: 'start-0 border-e', end: 'end-0 border-s' };

export interface DrawerProps {
  title: string;
  side?: keyof typeof SIDES;
  /** Leaves the title to those who do not see that the panel needs none. */
  titleHidden?: boolean;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** A modal panel at a side, 20rem wide; Escape, the mask and its button close it. */
export function Drawer({ title, side = 'start', titleHidden = false, isOpen, onOpenChange, children }: DrawerProps) {
  const intl = useIntl();
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="mask-in fixed inset-0 z-50 bg-(--mask)"
    >
      <Modal className={cx('fixed inset-y-0 w-80 max-w-[85vw] border-line bg-card shadow-pop', SIDES[side])}>
        <Dialog className="flex h-full flex-col gap-4 overflow-y-auto p-4 outline-none">
          <div className="flex items-center">
            <Heading slot="title" className={cx('flex-1 text-lg font-bold', titleHidden && 'sr-only')}>
              {title}
            </Heading>
            <IconButton
              className="ms-auto"
              label={intl.formatMessage(messages.close)}
              onPress={() => onOpenChange(false)}
            >
              <X aria-hidden size={22} />
            </IconButton>
          </div>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
