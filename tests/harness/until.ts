// Bounded waiting for a condition; tests wait in no other way.
import { setTimeout as pause } from 'node:timers/promises';

/** Calls `probe` until it returns something truthy; an exception counts as not yet. Throws after the limit. */
export async function until<T>(what: string, probe: () => Promise<T> | T, limitMs = 30_000): Promise<NonNullable<T>> {
  const end = performance.now() + limitMs;
  let last: unknown;
  for (;;) {
    try {
      const value = await probe();
      if (value) return value;
      last = value;
    } catch (error) {
      last = error;
    }
    if (performance.now() > end) throw new Error(`timed out waiting for ${what}; at last: ${String(last)}`);
    await pause(25);
  }
}
