import type { MiddlewareFunction } from 'react-router';
import { paths } from '@/lib/paths';

const KEY = 'wanted';

let wanted: string | null = null;

/** What a reload of the error page leads back to. Other screens have their own address. */
function kept(write?: string): string | null {
  try {
    if (write !== undefined) sessionStorage.setItem(KEY, write);
    return sessionStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden: then it leads to the first screen.
    return null;
  }
}

/** The screen requested last, or the first one; never the error page, which links back to it. */
export const wantedPage = (): string => wanted ?? kept() ?? paths.home;

export const rememberWanted: MiddlewareFunction = ({ request }) => {
  const { pathname, search } = new URL(request.url);
  if (pathname !== paths.error) wanted = pathname + search;
  else if (wanted !== null) kept(wanted);
};
