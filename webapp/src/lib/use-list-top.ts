import { useEffect, useRef, type RefObject } from 'react';

/** What stands over the window's beginning (styles/index.css). */
const headerHeight = () => parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;

/**
 * Scrolls to the beginning of a list when `position` (its page, say) changes and the beginning is above the window: the
 * buttons for the next page are at its end. Returns the ref of the list's element. Nothing is scrolled at the first
 * render, and nothing downwards.
 */
export function useListTop<Top extends HTMLElement>(position: unknown, { still = false } = {}): RefObject<Top | null> {
  const top = useRef<Top>(null);
  const before = useRef(position);
  useEffect(() => {
    if (Object.is(before.current, position)) return;
    before.current = position;
    const list = top.current;
    if (still || !list || list.getBoundingClientRect().top >= headerHeight()) return;
    list.scrollIntoView();
  }, [position, still]);
  return top;
}
