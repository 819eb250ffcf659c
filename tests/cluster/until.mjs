// Bounded waiting for a condition.
import { setTimeout as pause } from 'node:timers/promises';

const PAUSE_MS = 50;

/** Calls `probe` until it returns something truthy, and returns that. Throws after the limit. */
export async function until(what, probe, limitMs, pauseMs = PAUSE_MS) {
  const end = performance.now() + limitMs;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (performance.now() > end) throw new Error(`timed out waiting for ${what}`);
    await pause(pauseMs);
  }
}
