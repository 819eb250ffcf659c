import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useNavigate, useRouteError } from 'react-router';
import { wantedPage } from '@/app/wanted-page';
// Here from the start: without a network, when it is needed most, it could not be loaded.
import { Component as ErrorPage } from './error';

const NotFoundPage = lazy(() =>
  import('./not-found').then(
    ({ Component }) => ({ default: Component }),
    () => ({ default: ErrorPage }),
  ),
);

/** What a route that threw shows instead of itself. */
export function RouteError() {
  const error = useRouteError();
  const navigate = useNavigate();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  // A reloaded page has the files of the academy's present version; without a network there would be no page at all.
  const retry = () => {
    if (navigator.onLine) window.location.reload();
    else void navigate(wantedPage(), { replace: true });
  };
  return <Suspense>{missing ? <NotFoundPage /> : <ErrorPage onRetry={retry} />}</Suspense>;
}
