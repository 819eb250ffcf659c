// An academy for tests of the managers' learner screens: two courses, a browser, and helpers for those screens.
import type { Browser, Locator } from 'playwright-core';

import { firstManager, newCourse, newLearner, type Api, type Course, type Learner } from '../api.ts';
import { launchBrowser, type Language, type Person } from '../browser/browser.ts';
import { Cluster } from '../cluster.ts';
import { arriveWithLook, signManagerInto, type Scheme } from '../browser/manager-looks.ts';
import { until } from '../until.ts';

export class UsersAcademy {
  private constructor(
    readonly cluster: Cluster,
    readonly browser: Browser,
    readonly manager: { api: Api; email: string },
    readonly courses: readonly [Course, Course],
  ) {}

  static async open(): Promise<UsersAcademy> {
    const cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
    const manager = await firstManager(cluster.url);
    return new UsersAcademy(cluster, await launchBrowser(), manager, [
      await newCourse(manager.api, 'أساسيات التصوير', ['الضوء والظل', 'التكوين']),
      await newCourse(manager.api, 'Editing pictures', ['One']),
    ]);
  }

  get url(): string {
    return this.cluster.url;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.cluster.stop();
  }

  /** A manager's browser, signed in. */
  async arrive(language: Language = 'ar', scheme: Scheme = 'light', expected: RegExp[] = []) {
    const arrived = await arriveWithLook(this.browser, this.url, language, scheme, expected);
    await signManagerInto(arrived.person, this.url, this.manager.email);
    return arrived;
  }

  /** Creates learners that only a search for `mark` finds. */
  async learners(mark: string, ...names: string[]): Promise<Learner[]> {
    const made: Learner[] = [];
    for (const name of names) made.push(await newLearner(this.manager.api, `${name} ${mark}`));
    return made;
  }
}

export const rowOf = (person: Person, name: string) => person.page.getByRole('row', { name });

export const countRows = (person: Person, rows: number) =>
  until(`${rows} rows`, async () => (await person.page.getByRole('rowheader').count()) === rows);

export const choose = (row: Locator) => row.getByRole('checkbox').click();

export async function search(person: Person, text: string): Promise<void> {
  await person.page.getByRole('searchbox').fill(text);
  await person.page.waitForURL(({ searchParams }) => searchParams.get('search') === text);
}

/** Opens the menu of the named item and chooses one of its entries. */
export async function fromMenu(person: Person, menu: 'users.menu' | 'assign.menu', name: string, entry: string) {
  await person.page.getByRole('button', { name: person.text(menu).replace('{name}', name) }).click();
  await person.page.getByRole('menuitem', { name: person.text(entry), exact: true }).click();
}

export const told = (person: Person, text: string | RegExp) =>
  person.page.getByRole('region', { name: person.text('toast.region') }).getByText(text);
