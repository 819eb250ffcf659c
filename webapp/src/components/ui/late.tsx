import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { retryUntilDone } from '@/lib/retry';

/**
 * A component that is loaded when it is first shown, and not there until then. A failed load is repeated until it
 * succeeds.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => {
    let loaded: ComponentType<Props> | undefined;
    await retryUntilDone(async () => {
      loaded = await load();
    });
    return { default: loaded as ComponentType<Props> };
  });
  return function Late(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  };
}

/** An overlay that is loaded when it is first opened. */
export function lateOverlay<Props extends { isOpen: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = late(load);
  return function LateOverlay(props: Props) {
    const [opened, setOpened] = useState(props.isOpen);
    if (props.isOpen && !opened) setOpened(true);
    return opened ? <Part {...props} /> : null;
  };
}

/**
 * Loads something once the browser has nothing else to do, so that it is there when it is needed, even without a network.
 * `load` must be the same function at each render.
 */
export function useWhenIdle(load: () => Promise<unknown>): void {
  useEffect(() => {
    // Safari has no idle callbacks; there it is loaded when it is needed.
    if (!('requestIdleCallback' in window)) return;
    const idle = window.requestIdleCallback(() => void load().catch(() => undefined));
    return () => window.cancelIdleCallback(idle);
  }, [load]);
}
