import { useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { useStore } from '@/lib/store';
import { toasts } from '@/lib/toast';
import { useLatePart } from './use-late-part';

const messages = defineMessages({ region: { id: 'toast.region', defaultMessage: 'Notifications' } });

const loadList = () => import('./toast-list');

/** Puts the region over everything else. Older browsers have no popovers; there it is only placed over the page. */
function raise(region: HTMLElement | null): void {
  if (!region?.showPopover) return;
  region.popover = 'manual';
  if (region.matches(':popover-open')) {
    // What came to the top layer later lies over it: a video in full screen. Whoever is in the region keeps the focus.
    if (!document.fullscreenElement || region.contains(document.activeElement)) return;
    region.hidePopover();
  }
  region.showPopover();
}

/**
 * Shows the toasts of lib/toast: top right in both directions, 20 px from the edges, 25rem wide (section 9). The region
 * exists from the start, so that screen readers announce what is added; its list is loaded with the first toast.
 *
 * It is over everything, and usable there: in the browser's top layer, so that no mask, drawer or video in full screen
 * covers it; a child of the body, because a dialog makes the rest of the page inert; and known to React Aria as a top
 * layer, so that an open dialog lets the focus go there and is not closed by a press there. F6 leads there from anywhere.
 */
export function Toaster() {
  const intl = useIntl();
  const list = useStore(toasts);
  const looks = useLatePart(loadList, list.length > 0 ? list : null);
  const region = useRef<HTMLElement>(null);
  const newest = list.at(-1)?.id;
  useEffect(() => {
    raise(region.current);
    const onFullscreen = () => raise(region.current);
    document.addEventListener('fullscreenchange', onFullscreen);
    return () => document.removeEventListener('fullscreenchange', onFullscreen);
  }, [newest]);
  return createPortal(
    <section
      ref={region}
      data-react-aria-top-layer="true"
      aria-label={intl.formatMessage(messages.region)}
      aria-live="polite"
      className="pointer-events-none fixed inset-auto top-(--toast-offset) m-0 ltr:end-(--toast-offset) rtl:start-(--toast-offset) z-[60] flex w-(--toast-width) max-w-[calc(100vw-2*var(--toast-offset))] flex-col gap-3 overflow-visible border-0 bg-transparent p-0 text-ink"
    >
      {looks && list.length > 0 && <looks.ToastList list={list} />}
    </section>,
    document.body,
  );
}
