/** Whether a change may be animated: the browser has view transitions, the page is visible, and motion is welcome. */
export function mayAnimate(): boolean {
  const calm = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
  return !calm && document.visibilityState === 'visible' && 'startViewTransition' in document;
}

/** Starts a view transition. That the next one or a hidden window skips its animation is not an error. */
export function startViewTransition(update: () => void): ViewTransition {
  const transition = document.startViewTransition(update);
  for (const promise of [transition.ready, transition.finished]) promise.catch(() => undefined);
  return transition;
}
