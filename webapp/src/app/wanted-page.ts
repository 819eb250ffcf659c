import type { MiddlewareFunction } from 'react-router';
import { paths } from '@/lib/paths';

let wanted: string = paths.home;

/** The screen requested last, or the first one; never the error page, which links back to it. */
export const wantedPage = (): string => wanted;

export const rememberWanted: MiddlewareFunction = ({ request }) => {
  const { pathname, search } = new URL(request.url);
  if (pathname !== paths.error) wanted = pathname + search;
};
