// A manager's session in a browser, without the form.
import type { BrowserContext } from 'playwright-core';

import type { Api, Manager } from '../api.ts';

const SESSION_MS = 8 * 60 * 60 * 1000;

/** Stores the manager's session in the browser, as signing in by the form would. */
export async function signManagerInto(context: BrowserContext, api: Api): Promise<void> {
  const { result } = await api.must<{ result: Manager }>('POST', '/api/cm/auth/check');
  await context.addInitScript(
    ({ token, userId, fullname, expires }) => {
      if (localStorage.getItem('e2eSession') === token) return;
      localStorage.setItem('e2eSession', token);
      localStorage.setItem('token', token);
      localStorage.setItem('userId', userId);
      localStorage.setItem('fullname', fullname);
      localStorage.setItem('lastLogin', '');
      localStorage.setItem('tokenExpiration', expires);
    },
    {
      token: api.token ?? '',
      userId: result._id,
      fullname: result.fullname,
      expires: new Date(Date.now() + SESSION_MS).toISOString(),
    },
  );
}
