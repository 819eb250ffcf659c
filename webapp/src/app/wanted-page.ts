import type { MiddlewareFunction } from 'react-router';
import { paths } from '@/lib/paths';

let wanted: string | null = null;

/** The screen that was asked for last; never the error page, which leads back to it. */
export const wantedPage = (): string | null => wanted;

export const rememberWanted: MiddlewareFunction = ({ request }) => {
  const { pathname, search } = new URL(request.url);
  if (pathname !== paths.error) wanted = pathname + search;
};
