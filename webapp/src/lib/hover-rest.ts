/** How long after the last movement it counts as scrolling, milliseconds. */
const STILL_MS = 120;

/**
 * Marks the page while something in it scrolls: what passes under the pointer then is not highlighted (the variant
 * `hover` of styles/index.css). Painting each row or card that passes takes a slow computer half of its frames.
 */
export function restHoverWhileScrolling(): void {
  const { dataset } = document.documentElement;
  let still: ReturnType<typeof setTimeout> | undefined;
  const scrolls = () => {
    dataset.scrolling = '';
    clearTimeout(still);
    still = setTimeout(() => delete dataset.scrolling, STILL_MS);
  };
  document.addEventListener('scroll', scrolls, { capture: true, passive: true });
}
