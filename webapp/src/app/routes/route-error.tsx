import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';

const ErrorPage = lazy(async () => ({ default: (await import('./error')).Component }));
const NotFoundPage = lazy(async () => ({ default: (await import('./not-found')).Component }));

/** What a route that threw shows instead of itself. */
export function RouteError() {
  const error = useRouteError();
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return <Suspense>{missing ? <NotFoundPage /> : <ErrorPage onRetry={() => window.location.reload()} />}</Suspense>;
}
