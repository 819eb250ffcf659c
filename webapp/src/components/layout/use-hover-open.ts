import { useEffect, useRef, useState, type FocusEvent } from 'react';

/** How long a menu stays after the pointer has left it (section 9). */
export const HIDE_DELAY_MS = 300;

/** Open while pointed at, or while the keyboard is inside; it closes a moment after the pointer has left. */
export function useHoverOpen() {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(timer.current), []);
  return {
    open: hovered || focused,
    handlers: {
      onPointerEnter: () => {
        window.clearTimeout(timer.current);
        setHovered(true);
      },
      onPointerLeave: () => {
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => setHovered(false), HIDE_DELAY_MS);
      },
      // A click leaves the focus behind, which must not hold the menu open.
      onFocus: ({ target }: FocusEvent) => setFocused(target.matches(':focus-visible')),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  };
}
