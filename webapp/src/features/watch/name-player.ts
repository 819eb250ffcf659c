/**
 * Gives the player a name in the reader's language, for screen readers: its own is in English, and comes again with each
 * change of its state. Until the returned function is called.
 */
export function namePlayer(host: HTMLElement, name: string): () => void {
  const give = () => {
    if (host.getAttribute('aria-label') !== name) host.setAttribute('aria-label', name);
  };
  const observer = new MutationObserver(give);
  give();
  observer.observe(host, { attributes: true, attributeFilter: ['aria-label'] });
  return () => observer.disconnect();
}
