import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useNavigate, useRouteError } from 'react-router';
import { wantedPage } from '@/app/wanted-page';
import { isReachable } from '@/lib/reachable';
// Imported statically: offline, when it is most needed, it could not be loaded.
import { Component as ErrorPage } from './error';

const NotFoundPage = lazy(() =>
  import('./not-found').then(
    ({ Component }) => ({ default: Component }),
    () => ({ default: ErrorPage }),
  ),
);

/** Shown in place of a route that threw. */
export function RouteError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  // Reloading gets the files of the current version; without the network or the academy there would be no page at all.
  const retry = async () => {
    if (navigator.onLine && (await isReachable())) window.location.reload();
    else void navigate(wantedPage(), { replace: true });
  };
  return <Suspense>{missing ? <NotFoundPage /> : <ErrorPage onRetry={() => void retry()} />}</Suspense>;
}
