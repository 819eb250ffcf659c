// What somebody without a mouse does: what is pressed is reached by Tab, and what has the focus is known.
import type { Locator } from 'playwright-core';

import { until } from '../until.ts';
import type { Person } from './browser.ts';
import { tabTo } from './screens.ts';

/** Where a target is: behind what has the focus, or before it. */
export type Way = 'Tab' | 'Shift+Tab';

/** Reaches what is to be pressed, and presses it. */
export async function press({ page }: Person, target: Locator, key = 'Enter', way: Way = 'Tab'): Promise<void> {
  await target.first().waitFor();
  await tabTo(page, target.first(), way);
  await page.keyboard.press(key);
}

export async function type({ page }: Person, field: Locator, text: string): Promise<void> {
  await field.first().waitFor();
  await tabTo(page, field.first());
  await page.keyboard.type(text);
}

/** Moves by an arrow until the option, the tab or the entry has the focus. */
export async function arrowTo({ page }: Person, target: Locator, arrow = 'ArrowDown'): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; presses < 40; presses++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(arrow);
  }
  throw new Error(`no arrow leads to ${target.toString()}`);
}

/** Goes into the page's table, where arrows lead on. */
export async function enterTable({ page }: Person): Promise<void> {
  const grid = page.getByRole('grid');
  for (let presses = 0; presses < 40; presses++) {
    if (await grid.evaluate((table) => table.contains(document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the table is out of the keyboard’s reach');
}

/** Opens a menu or a list by its button, and chooses one of its entries. */
export async function choose(person: Person, button: Locator, entry: Locator): Promise<void> {
  await press(person, button);
  await arrowTo(person, entry);
  await person.page.keyboard.press('Enter');
}

/** Fails with what has the focus instead. */
export async function hasFocus({ page }: Person, target: Locator): Promise<void> {
  await until('the focus', () => target.first().evaluate((element) => element === document.activeElement)).catch(
    async (error: unknown) => {
      const now = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 200));
      throw new Error(`the focus is on ${now}`, { cause: error });
    },
  );
}

/** The focus is within the page's content or what lies over it, where the next Tab goes on. */
export const keepsPlace = ({ page }: Person) =>
  until('a place for the focus', () => page.evaluate(() => document.activeElement !== document.body));

/** Something that screen readers announce by themselves. */
export const said = ({ page }: Person, text: string | RegExp) =>
  page.locator('[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]').filter({ hasText: text });
