// A manager's session in a browser, without the form.
import type { BrowserContext } from 'playwright-core';

import type { Api, Manager } from '../api.ts';

const SESSION_MS = 8 * 60 * 60 * 1000;

/** What the web app keeps of the manager's session in localStorage. */
export async function managerStorage(api: Api): Promise<Record<string, string>> {
  const { result } = await api.must<{ result: Manager }>('POST', '/api/cm/auth/check');
  return {
    token: api.token ?? '',
    userId: result._id,
    fullname: result.fullname,
    lastLogin: '',
    tokenExpiration: new Date(Date.now() + SESSION_MS).toISOString(),
  };
}

/** Stores the manager's session in the browser, as signing in by the form would. */
export async function signManagerInto(context: BrowserContext, api: Api): Promise<void> {
  await context.addInitScript(
    (entries) => {
      if (localStorage.getItem('e2eSession') === entries['token']) return;
      localStorage.setItem('e2eSession', entries['token'] ?? '');
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    },
    await managerStorage(api),
  );
}
