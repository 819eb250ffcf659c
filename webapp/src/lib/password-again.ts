/**
 * Asking for the password again, where the server does not take a session that is older than 15 minutes for proof of who
 * is there. Whoever shows the dialog follows `asked`; api-client asks.
 */
import { Store } from './store';

export type Person = 'manager' | 'learner';

export interface Ask {
  readonly as: Person;
  readonly settle: (given: boolean) => void;
}

/** Calls that wait for it, oldest first. */
export const asked = new Store<readonly Ask[]>([]);

/** True once the password has been given; false where the person, or the call's `signal`, has called it off. */
export const askPassword = (as: Person, signal?: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const cancel = () => ask.settle(false);
    const ask: Ask = {
      as,
      settle: (given) => {
        signal?.removeEventListener('abort', cancel);
        asked.set(asked.get().filter((other) => other !== ask));
        resolve(given);
      },
    };
    signal?.addEventListener('abort', cancel);
    asked.set([...asked.get(), ask]);
  });

/** What the person said counts for every call that waits. */
export function settleAll(as: Person, given: boolean): void {
  for (const ask of asked.get()) if (ask.as === as) ask.settle(given);
}
