import { useEffect, useRef } from 'react';

const TRACKS = ['previoustrack', 'nexttrack'] as const;

/**
 * Lets a keyboard's, a headset's and a lock screen's keys for the previous and the next track change lessons. A lesson
 * that there is not has no key. The player itself answers the other keys.
 */
export function useMediaKeys(previous: (() => void) | undefined, next: (() => void) | undefined): void {
  const latest = useRef<Partial<Record<(typeof TRACKS)[number], () => void>>>({});
  useEffect(() => {
    latest.current = { previoustrack: previous, nexttrack: next };
  });
  const [before, after] = [Boolean(previous), Boolean(next)];
  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    const known = { previoustrack: before, nexttrack: after };
    for (const track of TRACKS) session.setActionHandler(track, known[track] ? () => latest.current[track]?.() : null);
    return () => TRACKS.forEach((track) => session.setActionHandler(track, null));
  }, [before, after]);
}
