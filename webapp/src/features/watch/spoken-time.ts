/**
 * Where a lesson is, in words of the page's language, on the bar that seeks: the player's own words are English, and it
 * leaves them as they were while its controls are out of sight.
 */

/** Seconds; not finite while the player does not know. */
export interface Place {
  at: number;
  of: number;
}

interface Spoken {
  /** To be called when time has passed. */
  update: () => void;
  stop: () => void;
}

/** Keeps the bar in `host` saying `say(place())`. */
export function speakTime(host: HTMLElement, place: () => Place, say: (place: Place) => string): Spoken {
  const update = () => {
    const bar = host.querySelector('[data-media-time-slider]');
    const now = place();
    if (!bar || !(now.of > 0)) return;
    let { at } = now;
    // While it is dragged, or pointed at by the keyboard, it says where it would go.
    if (bar.hasAttribute('data-dragging')) at = (Number(bar.getAttribute('aria-valuenow')) / 100) * now.of;
    else set(bar, 'aria-valuenow', String(Math.round((now.at / now.of) * 100)));
    set(bar, 'aria-valuetext', say({ at, of: now.of }));
  };
  const observer = new MutationObserver(update);
  observer.observe(host, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['aria-valuetext', 'aria-valuenow'],
  });
  update();
  return { update, stop: () => observer.disconnect() };
}

/** Only what changes: each change is seen by the observer. */
function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
