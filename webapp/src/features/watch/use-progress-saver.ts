import { useCallback, useEffect, useRef } from 'react';
import { noteActivity } from '@/lib/activity';
import { isApiError } from '@/lib/api-error';
import type { Progress } from '@/lib/models';
import { learnerSession } from '@/lib/session';
import { sendProgress } from './progress-sync';
import { reportIntervalMs } from './report-interval';
import { WatchTracker } from './watch-tracker';

interface Saver {
  tick: (position: number, playing: boolean) => void;
  /** Saves now: at a pause, at a jump, at the end. */
  save: () => void;
}

/**
 * Saves where a part is every few seconds, as the academy wants it, while something was watched, at each pause and
 * jump, and on leaving the page. What cannot be sent is kept and sent later; a refusal (the course has ended) is told.
 * Watching counts as being there.
 */
export function useProgressSaver(
  courseId: string,
  partId: string,
  onSaved: (progress: Progress) => void,
  onRefused: (error: unknown) => void,
): Saver {
  const tracker = useRef(new WatchTracker());
  const position = useRef<number | null>(null);
  const saved = useRef<number | null>(null);
  const refused = useRef(false);
  const listeners = useRef({ onSaved, onRefused });
  useEffect(() => {
    listeners.current = { onSaved, onRefused };
  });

  const send = useCallback(
    async (leaving: boolean) => {
      const at = position.current;
      // After the session has ended there is nobody to save it for.
      if (at === null || refused.current || !learnerSession.token()) return;
      const watched = tracker.current.take();
      if (watched.length === 0 && at === saved.current) return;
      saved.current = at;
      try {
        const progress = await sendProgress(
          { courseId, partId, position: Math.round(at * 100) / 100, watched },
          leaving,
        );
        // Also on leaving: another screen, which shows it, may be there already.
        if (progress) listeners.current.onSaved(progress);
      } catch (error) {
        if (isApiError(error) && (error.status === 403 || error.status === 404)) {
          refused.current = true;
          if (!leaving) listeners.current.onRefused(error);
        } else {
          saved.current = null;
          tracker.current.restore(watched);
        }
      }
    },
    [courseId, partId],
  );

  useEffect(() => {
    let timer: number | undefined;
    let left = false;
    // The answer says when the next report is wanted.
    const wait = () => {
      if (!left) timer = window.setTimeout(() => void send(false).finally(wait), reportIntervalMs());
    };
    wait();
    const leave = () => void send(true);
    const hide = () => document.visibilityState === 'hidden' && leave();
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      left = true;
      window.clearTimeout(timer);
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', hide);
      leave();
      tracker.current = new WatchTracker();
      position.current = null;
      saved.current = null;
      refused.current = false;
    };
  }, [send]);

  const tick = useCallback((at: number, playing: boolean) => {
    // The position counts once something plays: opening a lesson must not set its saved place back to zero.
    if (playing) {
      position.current = at;
      noteActivity();
    }
    tracker.current.tick(at, playing);
  }, []);
  const save = useCallback(() => void send(false), [send]);
  return { tick, save };
}
