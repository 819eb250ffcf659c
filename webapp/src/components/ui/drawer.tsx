import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import type { Scheme } from '@/lib/preferences';
import { IconButton } from './icon-button';
import { OfflineSaid } from './offline-said';
import { PopoverPanel } from './popover-panel';

const messages = defineMessages({ close: { id: 'dialog.close', defaultMessage: 'Close' } });

/** Side panels are 20rem wide, the others 10rem high (section 9). */
const SIDES = {
  start: 'inset-y-0 start-0 w-(--drawer-width) max-w-[85vw] border-e slide-in-start',
  end: 'inset-y-0 end-0 w-(--drawer-width) max-w-[85vw] border-s slide-in-end',
  top: 'inset-x-0 top-0 h-(--drawer-height) max-h-[85dvh] border-b slide-in-top',
  bottom: 'inset-x-0 bottom-0 h-(--drawer-height) max-h-[85dvh] border-t slide-in-bottom',
};

export interface DrawerProps {
  title: string;
  side?: keyof typeof SIDES;
  /** Shows the title only to screen readers. */
  titleHidden?: boolean;
  /** False keeps the page usable beside the panel, without a mask. */
  modal?: boolean;
  /** False: neither the mask nor a click outside closes it. */
  dismissable?: boolean;
  closeIcon?: boolean;
  /** A scheme other than the page's. */
  scheme?: Scheme;
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}

/** A panel at a side. Escape, its button and the mask (or, if it is not modal, a click outside) close it. */
export function Drawer(props: DrawerProps) {
  const { title, side = 'start', modal = true, dismissable = true, scheme, isOpen, onOpenChange } = props;
  const look = cx('fixed border-line bg-card text-ink shadow-pop', SIDES[side]);
  const inside = 'flex h-full flex-col gap-4 overflow-y-auto p-4 outline-none';
  if (!modal)
    return (
      isOpen && (
        <PopoverPanel
          label={title}
          scheme={scheme}
          dismissable={dismissable}
          onClose={() => onOpenChange(false)}
          className={cx(look, 'z-40')}
        >
          <div className={inside}>
            <Head {...props} heading={<h2 className={headClass(props)}>{title}</h2>} />
            {props.children}
          </div>
        </PopoverPanel>
      )
    );
  return (
    <ModalOverlay
      isDismissable={dismissable}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="mask-in fixed inset-0 z-50 bg-(--mask)"
    >
      <Modal data-scheme={scheme} className={look}>
        <Dialog className={inside}>
          <Head
            {...props}
            heading={
              <Heading slot="title" className={headClass(props)}>
                {title}
              </Heading>
            }
          />
          <OfflineSaid value={false}>{props.children}</OfflineSaid>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

const headClass = ({ titleHidden }: DrawerProps) => cx('flex-1 text-lg font-bold', titleHidden && 'sr-only');

function Head({ closeIcon = true, onOpenChange, heading }: DrawerProps & { heading: ReactNode }) {
  const intl = useIntl();
  return (
    <div className="flex items-center">
      {heading}
      {closeIcon && (
        <IconButton className="ms-auto" label={intl.formatMessage(messages.close)} onPress={() => onOpenChange(false)}>
          <X aria-hidden size={22} />
        </IconButton>
      )}
    </div>
  );
}
