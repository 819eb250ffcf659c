/**
 * Lets what opens over a page be painted before the page is made inert, which computes the style of each element in it
 * again. React Aria sets `inert` together with its overlay, whose underlay and focus scope guard the page until then. The
 * page is usable again at once. Returns what ends this.
 */
export function inertAfterPaint(page: HTMLElement): () => void {
  let inert = false;
  let frame = 0;
  const apply = () => void page.toggleAttribute('inert', inert);
  Object.defineProperty(page, 'inert', {
    configurable: true,
    get: () => inert,
    set(next: boolean) {
      inert = next;
      cancelAnimationFrame(frame);
      // A task that is queued in a frame runs once it has been painted.
      if (next) frame = requestAnimationFrame(() => setTimeout(apply));
      else apply();
    },
  });
  return () => {
    cancelAnimationFrame(frame);
    Reflect.deleteProperty(page, 'inert');
  };
}
