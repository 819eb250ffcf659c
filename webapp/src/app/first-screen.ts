import { isRouteErrorResponse, type DataRouter } from 'react-router';
import { waitToRetry } from '@/lib/retry';

/** A page that can be read already is not given up for the error page at the first failure. */
const TRIES = 3;

/** What a refusal of the server is not: a file of the screen that could not be loaded, or an answer that did not come. */
const broken = ({ state: { errors } }: DataRouter): boolean =>
  Object.values(errors ?? {}).some((error) => !isRouteErrorResponse(error));

/** When the router has loaded its first screen, or has tried often enough. */
export async function firstScreen(router: DataRouter): Promise<void> {
  while (!router.state.initialized) await new Promise((changed) => router.subscribe(changed));
  for (let tries = 1; broken(router) && tries < TRIES; tries++) {
    await waitToRetry();
    await router.navigate(router.state.location, { replace: true });
  }
}
