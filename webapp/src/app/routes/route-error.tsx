import { isRouteErrorResponse, useRouteError } from 'react-router';
import { Component as ErrorPage } from './error';
import { Component as NotFoundPage } from './not-found';

/** What a route that threw shows instead of itself. */
export function RouteError() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />;
  return <ErrorPage onRetry={() => window.location.reload()} />;
}
