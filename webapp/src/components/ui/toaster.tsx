import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { useStore } from '@/lib/store';
import { toasts } from '@/lib/toast';
import { useLatePart } from './use-late-part';

const messages = defineMessages({ region: { id: 'toast.region', defaultMessage: 'Notifications' } });

const loadList = () => import('./toast-list');

/** The region's place: what is in full screen, outside of which Chromium lets nothing be pressed, or the page. */
function placeOf(screen: Element | null): Element {
  // A video alone shows nothing that is inside it.
  return screen instanceof HTMLElement && !(screen instanceof HTMLVideoElement) ? screen : document.body;
}

/** Puts the region over everything else. Older browsers have no popovers; there it is only placed over the page. */
function raise(host: HTMLElement, region: HTMLElement | null): void {
  const place = placeOf(document.fullscreenElement);
  const focused = document.activeElement;
  const holds = host.contains(focused);
  // The player is from left to right in every language.
  host.dir = document.documentElement.dir;
  if (host.parentNode !== place) place.append(host);
  if (region?.showPopover) {
    region.popover = 'manual';
    if (!region.matches(':popover-open')) region.showPopover();
    // What came to the top layer later lies over it: a video in full screen. Whoever is in the region keeps the focus.
    else if (document.fullscreenElement && !holds) {
      region.hidePopover();
      region.showPopover();
    }
  }
  if (holds && focused !== document.activeElement && focused instanceof HTMLElement) focused.focus();
}

/** Known to React Aria as a top layer; of no box of its own. */
function newHost(): HTMLElement {
  const host = document.createElement('div');
  host.dataset.reactAriaTopLayer = 'true';
  host.style.display = 'contents';
  return host;
}

/**
 * Shows the toasts of lib/toast: top right in both directions, 20 px from the edges, 25rem wide (section 9); on a phone
 * below the header. The region exists from the start, so that screen readers announce what is added; its list is loaded
 * with the first toast.
 *
 * It is over everything, and usable there: in the browser's top layer, so that no mask, drawer or video in full screen
 * covers it; outside of the page's own element, because a dialog makes the rest of the page inert; inside what is in full
 * screen, moved there as it is, so that nothing is announced twice; and known to React Aria as a top layer, so that an
 * open dialog lets the focus go there and is not closed by a press there. F6 leads there from anywhere.
 */
export function Toaster() {
  const intl = useIntl();
  const list = useStore(toasts);
  const looks = useLatePart(loadList, list.length > 0 ? list : null);
  const [host] = useState(newHost);
  const region = useRef<HTMLElement>(null);
  const newest = list.at(-1)?.id;
  useEffect(() => {
    const put = () => raise(host, region.current);
    put();
    document.addEventListener('fullscreenchange', put);
    return () => document.removeEventListener('fullscreenchange', put);
  }, [host, newest, intl.locale]);
  useEffect(() => () => host.remove(), [host]);
  return createPortal(
    <section
      ref={region}
      aria-label={intl.formatMessage(messages.region)}
      aria-live="polite"
      className="toasts pointer-events-none fixed inset-auto top-(--toast-top) m-0 ltr:end-(--toast-offset) rtl:start-(--toast-offset) z-[60] flex w-(--toast-width) max-w-[calc(100vw-2*var(--toast-offset))] flex-col gap-3 overflow-visible border-0 bg-transparent p-0 text-ink"
    >
      {looks && list.length > 0 && <looks.ToastList list={list} />}
    </section>,
    host,
  );
}
