import { isRouteErrorResponse, type DataRouter } from 'react-router';
import { waitToRetry } from '@/lib/retry';

/** A page that is already readable is not replaced by the error page at the first failure. */
const TRIES = 3;

/** Failures other than a refusal by the server: a file of the screen that could not be loaded, or an answer that did not arrive. */
const broken = ({ state: { errors } }: DataRouter): boolean =>
  Object.values(errors ?? {}).some((error) => !isRouteErrorResponse(error));

/** Resolves when the router has loaded its first screen, or has tried often enough. */
export async function firstScreen(router: DataRouter): Promise<void> {
  while (!router.state.initialized) await new Promise((changed) => router.subscribe(changed));
  for (let tries = 1; broken(router) && tries < TRIES; tries++) {
    await waitToRetry();
    await router.navigate(router.state.location, { replace: true });
  }
}
