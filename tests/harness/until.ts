// Bounded waiting for a condition: the only way tests wait.
import { setTimeout as pause } from 'node:timers/promises';

/** Asks again and again until `probe` gives something truthy; a throw counts as not yet. Fails after the limit. */
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
    if (performance.now() > end) throw new Error(`waited in vain for ${what}; at last: ${String(last)}`);
    await pause(25);
  }
}
