import type { DataRouter, RouterSubscriber } from 'react-router';
import { mayAnimate, startViewTransition } from '@/lib/view-transition';

/** A view transition is drawn over everything, the browser's top layer included. */
const OVERLAYS = '[role=dialog], [role=alertdialog], dialog[open]';
/** What may open an overlay. */
const INPUTS = ['pointerdown', 'keydown'];

const content = () => document.getElementById('main');

const isOverlaid = () =>
  Boolean(document.fullscreenElement ?? document.pictureInPictureElement ?? document.querySelector(OVERLAYS));

let last: ViewTransition | undefined;

/** Shows another screen, while the content of the one before fades out over it (styles/index.css). */
function fade(show: () => void): void {
  const { dataset, style } = document.documentElement;
  const before = content();
  const ended = new AbortController();
  dataset.fading = 'from';
  const transition = startViewTransition(() => {
    const old = before?.getBoundingClientRect();
    show();
    dataset.fading = 'to';
    const now = content();
    // With another frame round it, or below a dialog, the new screen is shown at once.
    if (!old || !now || now !== before || isOverlaid()) return transition.skipTransition();
    // The old content may have been scrolled or longer: it lies over nothing but the new content.
    const { top, bottom } = now.getBoundingClientRect();
    style.setProperty('--screen-clip', `${Math.max(0, top - old.top)}px 0 ${Math.max(0, old.bottom - bottom)}px`);
    const skip = () => transition.skipTransition();
    for (const input of INPUTS) document.addEventListener(input, skip, { capture: true, signal: ended.signal });
  });
  last = transition;
  const end = () => {
    ended.abort();
    if (last !== transition) return;
    delete dataset.fading;
    style.removeProperty('--screen-clip');
  };
  void transition.finished.then(end, end);
}

/**
 * The router for the provider that shows its screens: one with another path comes by a fade. Other updates, such as
 * those of a screen's search parameters, are passed on as they are.
 *
 * A fade begins when the router has loaded the new screen. The browser takes a picture of the old one first, so the
 * update is passed on a frame later; it is rendered in one step, because the page stands still meanwhile.
 */
export function fadeScreens(router: DataRouter): DataRouter {
  const subscribe: DataRouter['subscribe'] = (show) => {
    let { initialized, location } = router.state;
    let waiting: Parameters<RouterSubscriber> | undefined;
    return router.subscribe((state, options) => {
      const moved = initialized && state.location.pathname !== location.pathname;
      ({ initialized, location } = state);
      if (waiting) {
        // Only the newest is rendered.
        waiting = [state, options];
        return;
      }
      if (!moved || !content() || isOverlaid() || !mayAnimate()) return show(state, options);
      waiting = [state, options];
      fade(() => {
        const [newest, its] = waiting ?? [state, options];
        waiting = undefined;
        show(newest, { ...its, flushSync: true });
      });
    });
  };
  return Object.create(router, { subscribe: { value: subscribe } }) as DataRouter;
}
