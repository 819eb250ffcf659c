// Describes journeys once for each engine besides Chromium.
import { afterAll, afterEach, beforeAll, describe } from 'vitest';

import { PASSWORD } from '../api.ts';
import { startFirefox } from './firefox.ts';
import type { Engine } from './tab.ts';
import { Visitor } from './visitor.ts';
import { startWebKit } from './webkit.ts';

/** The function gets what returns the running engine. After a failed test, what its pages showed is printed. */
export function inEachEngine(journeys: (engine: () => Engine) => void): void {
  describe.each([
    ['Firefox', startFirefox],
    ['WebKit', startWebKit],
  ] as const)('%s', (_, start) => {
    let engine: Engine;
    beforeAll(async () => {
      engine = await start();
    });
    afterAll(() => engine?.close());
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') for (const visitor of Visitor.present) await visitor.tell();
      Visitor.present.clear();
    });
    journeys(() => engine);
  });
}

/** Signs in with the form of this page. */
export async function logIn(visitor: Visitor, area: 'admin' | 'client', email: string): Promise<void> {
  await visitor.goto(`/${area}/auth/login`);
  await visitor.fill('field.email', email);
  await visitor.fill('field.password', PASSWORD);
  await visitor.button(`${area}.login.submit`);
}
