/**
 * Marks the player's pictures as decoration, for screen readers: it drops the empty text of its poster, and its
 * thumbnails have none. Until the returned function is called.
 */
export function markPictures(host: HTMLElement): () => void {
  const mark = () => {
    for (const picture of host.querySelectorAll('img:not([alt])')) picture.setAttribute('alt', '');
  };
  const observer = new MutationObserver(mark);
  mark();
  observer.observe(host, { childList: true, subtree: true });
  return () => observer.disconnect();
}
