import { useEffect } from 'react';

/** What a screen reader names, so that people know where they are. */
const PLACES = 'li, ul, ol, form, fieldset, section, table, main, [role], [aria-label], [aria-labelledby]';
const OVER = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';

function around(element: Element): Element[] {
  const all: Element[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) all.push(at);
  return all;
}

const isGone = (element: Element | undefined): boolean =>
  element !== undefined && (!element.isConnected || element.matches(':disabled'));

/**
 * When what has the focus removes or disables itself by what it did, the browser gives the focus to the whole page,
 * where a screen reader begins again. This gives it to the nearest place round it that is left.
 */
export function useKeepFocus(): void {
  useEffect(() => {
    let last: Element[] = [];
    /** What had the focus before a dialog, a menu or a list took it. */
    let below: Element[] = [];
    let frame = 0;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || target === document.body) return;
      last = around(target);
      if (!target.closest(OVER)) below = last;
    };
    const give = () => {
      frame = 0;
      const { activeElement: now } = document;
      if (now && now !== document.body && !isGone(now)) return;
      const place = [...last, ...below].find((element) => !isGone(element) && element.matches(PLACES));
      if (!(place instanceof HTMLElement)) return;
      const own = place.hasAttribute('tabindex');
      if (!own) place.tabIndex = -1;
      place.focus({ preventScroll: true });
      if (!own) place.addEventListener('blur', () => place.removeAttribute('tabindex'), { once: true });
    };
    const observer = new MutationObserver(() => {
      if (frame !== 0 || !isGone(last[0])) return;
      // What takes the focus by itself has done so by then.
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(give);
      });
    });
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('focusin', remember);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}
