/**
 * The learner's name, faint and wandering, over a lesson: a picture taken of the screen says whose it was. It comes back
 * when it is taken away, changed or hidden. Screen readers do not meet it, and clicks go through it.
 */
const MOVE_EVERY_MS = 8000;

// On the element itself and important, so that no style sheet can undo them.
const STYLE: Record<string, string> = {
  position: 'absolute',
  'z-index': '5',
  'pointer-events': 'none',
  'user-select': 'none',
  display: 'block',
  visibility: 'visible',
  'max-inline-size': '45%',
  overflow: 'hidden',
  'text-overflow': 'ellipsis',
  'white-space': 'nowrap',
  color: '#fff',
  opacity: '0.22',
  font: '600 clamp(12px, 2.2vmin, 22px) / 1.4 system-ui, sans-serif',
  'text-shadow': '0 0 3px #000',
  transform: 'none',
  filter: 'none',
  'clip-path': 'none',
};

/** Keeps the mark in `host`, which must be positioned, until the returned function is called. */
export function keepWatermark(host: HTMLElement, text: string): () => void {
  const calm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
  const observer = new MutationObserver(() => renew());
  let mark: HTMLElement | null = null;

  const place = (element: HTMLElement) => {
    element.style.setProperty('inset-inline-start', `${5 + Math.random() * 50}%`, 'important');
    element.style.setProperty('inset-block-start', `${8 + Math.random() * 70}%`, 'important');
  };
  const renew = () => {
    mark?.remove();
    mark = document.createElement('div');
    mark.setAttribute('aria-hidden', 'true');
    mark.dir = 'auto';
    mark.textContent = text;
    for (const [name, value] of Object.entries(STYLE)) mark.style.setProperty(name, value, 'important');
    if (!calm) mark.style.setProperty('transition', `inset ${MOVE_EVERY_MS}ms linear`, 'important');
    place(mark);
    host.append(mark);
    observer.disconnect();
    observer.observe(host, { childList: true });
    observer.observe(mark, { attributes: true, childList: true, characterData: true, subtree: true });
  };
  renew();

  const timer = window.setInterval(() => {
    if (!mark?.isConnected || mark.parentElement !== host) return renew();
    place(mark);
    // The move is ours: only what others change counts.
    observer.takeRecords();
  }, MOVE_EVERY_MS);
  return () => {
    window.clearInterval(timer);
    observer.disconnect();
    mark?.remove();
  };
}
