import { useCallback, useEffect, useState } from 'react';
import { lastActivity, noteActivity, watchActivity } from '@/lib/activity';
import type { IdleSettings } from '@/lib/site-settings';

interface Idle {
  /** Seconds left to answer while the question is shown, else null. */
  left: number | null;
  /** Somebody is there. */
  stay: () => void;
}

const SECOND_MS = 1000;

/**
 * Asks after a time without activity in any tab, and reports if no answer comes in time. Compares clock times instead
 * of counting, because timers run slowly on a sleeping computer and in a background tab.
 */
export function useIdle({ afterSeconds, answerSeconds }: IdleSettings, onAway: () => void): Idle {
  const [left, setLeft] = useState<number | null>(null);
  const asked = left !== null;

  // While the question is shown, only its answer counts in this tab; activity in another tab also answers it.
  useEffect(() => (asked || afterSeconds === 0 ? undefined : watchActivity()), [asked, afterSeconds]);

  useEffect(() => {
    if (afterSeconds === 0) return;
    let timer: number;
    const look = () => {
      const now = Date.now();
      const askAt = lastActivity() + afterSeconds * SECOND_MS;
      const endAt = askAt + answerSeconds * SECOND_MS;
      if (now >= endAt) return onAway();
      setLeft(now >= askAt ? Math.ceil((endAt - now) / SECOND_MS) : null);
      timer = window.setTimeout(look, now >= askAt ? SECOND_MS : askAt - now);
    };
    timer = window.setTimeout(look, 0);
    // After the computer wakes, checks before anything is shown.
    const seen = () => {
      window.clearTimeout(timer);
      look();
    };
    document.addEventListener('visibilitychange', seen);
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener('visibilitychange', seen);
    };
    // `asked` starts the clock again after an answer.
  }, [afterSeconds, answerSeconds, onAway, asked]);

  const stay = useCallback(() => {
    noteActivity();
    setLeft(null);
  }, []);
  return { left, stay };
}
