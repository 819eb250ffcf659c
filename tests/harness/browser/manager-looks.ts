// A manager's browser in every look: both languages, light and dark, on a desktop and on a phone.
import type { Browser, Locator } from 'playwright-core';
import { expect } from 'vitest';

import { PASSWORD, signInManager } from '../api.ts';
import { Person, type Language } from './browser.ts';
import { axeProblems, consoleErrors, settled, sidewaysScroll } from './screens.ts';

export type Scheme = 'light' | 'dark';
export const LOOKS: readonly (readonly [Language, Scheme])[] = [
  ['ar', 'light'],
  ['ar', 'dark'],
  ['en', 'light'],
  ['en', 'dark'],
];
const SIZES = { 1280: 800, 375: 760 } as const;

/** A browser whose pages have this look, without a session. */
export async function arriveWithLook(
  browser: Browser,
  url: string,
  language: Language,
  scheme: Scheme = 'light',
  expected: RegExp[] = [],
): Promise<{ person: Person; errors: string[] }> {
  const person = await Person.arrive(browser, url, language);
  await person.page.emulateMedia({ reducedMotion: 'reduce' });
  await person.context.addInitScript(
    (look) => localStorage.getItem('theme') ?? localStorage.setItem('theme', look),
    JSON.stringify({ scheme }),
  );
  return { person, errors: consoleErrors(person.page, expected) };
}

/** Signs in with the form. */
export async function managerLogIn(person: Person, email: string, password = PASSWORD): Promise<void> {
  await person.page.goto('/admin/auth/login');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(password);
  await person.button('admin.login.submit').click();
  await person.page.waitForURL('**/admin/users/list');
}

/** Stores a new session in the browser, as signing in by the form would. */
export async function signManagerInto(person: Person, url: string, email: string, password = PASSWORD): Promise<void> {
  const api = await signInManager(url, email, password);
  const { result } = await api.must<{ result: { _id: string; fullname: string } }>('POST', '/api/cm/auth/check');
  await person.context.addInitScript(
    ({ token, userId, fullname }) => {
      if (localStorage.getItem('e2eSession') === token) return;
      localStorage.setItem('e2eSession', token);
      localStorage.setItem('token', token);
      localStorage.setItem('userId', userId);
      localStorage.setItem('fullname', fullname);
      localStorage.setItem('lastLogin', '');
      localStorage.setItem('tokenExpiration', new Date(Date.now() + 28_800_000).toISOString());
    },
    { token: api.token ?? '', userId: result._id, fullname: result.fullname },
  );
}

/** Checks the current screen in every size: axe, a screenshot, and whether it fits into 320 px. */
export async function lookAt(
  person: Person,
  name: string,
  language: Language,
  scheme: Scheme,
  ready?: Locator,
): Promise<void> {
  const { page } = person;
  await ready?.first().waitFor();
  for (const [width, height] of Object.entries(SIZES)) {
    await page.setViewportSize({ width: Number(width), height });
    const where = `${name} ${language} ${scheme} ${width}`;
    expect.soft(await axeProblems(page), where).toEqual([]);
    await person.picture(`manager/${name}-${language}-${scheme}-${width}`);
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await settled(page);
  expect.soft(await sidewaysScroll(page), `${name} ${language} at 320`).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}
