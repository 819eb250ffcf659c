import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { IconButton } from '@/components/ui/icon-button';

/** A modal panel at the start side, 20rem wide; Escape, the mask and its button close it. */
export function MobileDrawer({
  label,
  closeLabel,
  isOpen,
  onOpenChange,
  children,
}: {
  label: string;
  closeLabel: string;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  return (
    <ModalOverlay
      isDismissable
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="mask-in fixed inset-0 z-50 bg-(--mask)"
    >
      <Modal className="fixed inset-y-0 start-0 w-80 max-w-[85vw] border-e border-line bg-card shadow-pop">
        <Dialog aria-label={label} className="flex h-full flex-col gap-4 overflow-y-auto p-4 outline-none">
          <IconButton className="self-end" label={closeLabel} onPress={() => onOpenChange(false)}>
            <X aria-hidden size={22} />
          </IconButton>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
