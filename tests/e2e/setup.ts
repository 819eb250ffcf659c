// After a failed test, prints what its pages showed.
import { afterEach } from 'vitest';

import { Person } from '../harness/browser/browser.ts';

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') for (const person of Person.present) await person.tell();
});
