import { useEffect, useRef, useState, type FocusEvent, type PointerEvent as ReactPointerEvent } from 'react';

/** How long a menu stays after the pointer has left it (section 9). */
export const HIDE_DELAY_MS = 300;

/**
 * Open while the pointer or the keyboard focus is inside. Closes a moment after the pointer has left, and on Escape.
 * Touch does not hover: what a touch has opened stays open until something else is touched.
 */
export function useHoverOpen() {
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const timer = useRef<number>(undefined);
  const element = useRef<Element>(null);
  const open = hovered || focused;
  useEffect(() => () => window.clearTimeout(timer.current), []);
  useEffect(() => {
    if (!open) return;
    const close = () => {
      setHovered(false);
      setFocused(false);
    };
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && close();
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Node && !element.current?.contains(target)) close();
    };
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, [open]);
  return {
    open,
    handlers: {
      onPointerEnter: ({ currentTarget }: ReactPointerEvent) => {
        element.current = currentTarget;
        window.clearTimeout(timer.current);
        setHovered(true);
      },
      onPointerLeave: ({ pointerType }: ReactPointerEvent) => {
        if (pointerType === 'touch') return;
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => setHovered(false), HIDE_DELAY_MS);
      },
      onFocus: ({ currentTarget, target }: FocusEvent) => {
        element.current = currentTarget;
        // A click leaves the focus inside, which must not keep the menu open.
        setFocused(target.matches(':focus-visible'));
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  };
}
