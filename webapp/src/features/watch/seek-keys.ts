/**
 * Answers the system's keys for a jump back and forward. The player's own answer takes the system's offset, which is
 * never negative, for a way forward in both.
 */
export function answerSeekKeys(jump: (seconds: number) => void): void {
  if (!('mediaSession' in navigator)) return;
  for (const [key, sign] of [
    ['seekbackward', -1],
    ['seekforward', 1],
  ] as const)
    navigator.mediaSession.setActionHandler(key, ({ seekOffset }) => jump(sign * (seekOffset ?? 10)));
}
