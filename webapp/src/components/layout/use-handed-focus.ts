import { useLayoutEffect, type RefObject } from 'react';

const nameOf = (element: Element) =>
  `${element.tagName} ${element.tagName === 'MAIN' ? '' : (element.getAttribute('aria-label') ?? element.textContent)}`;

/** What had the focus in the frame that the current commit removes. */
let left: string | undefined;

/**
 * When a frame takes the place of another, as an area's own does of the one that stood there while its code was loaded,
 * the focus stays on the same control.
 */
export function useHandedFocus(frame: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = frame.current;
    if (left !== undefined) {
      const controls = [...(element?.querySelectorAll<HTMLElement>('a, button, main') ?? [])];
      controls.find((control) => nameOf(control) === left)?.focus({ preventScroll: true });
    }
    return () => {
      const active = document.activeElement;
      if (!active || !element?.contains(active)) return;
      left = nameOf(active);
      // A later frame is no successor.
      queueMicrotask(() => (left = undefined));
    };
  }, [frame]);
}
