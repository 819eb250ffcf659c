/** Sends progress: immediately if possible, otherwise later and in order. */
import { isApiError } from '@/lib/api-error';
import type { Progress } from '@/lib/models';
import { learnerSession } from '@/lib/session';
import { updateProgress, type ProgressInput } from './api/update-progress';
import { dequeue, enqueue, queued } from './progress-queue';

const TRY_AGAIN_MS = 15_000;

/** Null once the server has taken everything; while something waits, new progress waits behind it. */
let waiting: Promise<boolean> | null = null;
let mayWait = true;

/** Whether a later try may succeed: the network, or a service that is down or full. */
const mayPass = (error: unknown): boolean =>
  isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 500);

const clientId = (): string | null => learnerSession.state.get()?.identity.clientId ?? null;

/**
 * Sends progress of the signed-in learner, or keeps it for later: null then. Throws ApiError where the server refuses
 * it for good.
 */
export async function sendProgress(input: ProgressInput, leaving: boolean): Promise<Progress | null> {
  const who = clientId();
  if (who === null) return null;
  // Stored progress goes first. A page that is being left cannot wait for that.
  const first = !mayWait || leaving ? navigator.onLine : await flushProgress();
  if (first) {
    try {
      return await updateProgress(input, leaving);
    } catch (error) {
      if (!mayPass(error)) throw error;
    }
  }
  mayWait = true;
  if (await enqueue(who, input)) return null;
  throw new Error('Nothing could be kept');
}

/** Sends what was kept for the signed-in learner. True when nothing is left. One at a time, in all tabs. */
export function flushProgress(): Promise<boolean> {
  waiting ??= locked(flush).finally(() => {
    waiting = null;
  });
  return waiting;
}

async function flush(): Promise<boolean> {
  const who = clientId();
  if (who === null) return false;
  for (const entry of await queued(who)) {
    if (clientId() !== who || !navigator.onLine) return false;
    try {
      await updateProgress(entry.input);
    } catch (error) {
      // Progress that is refused permanently (a course that ended) is dropped; after an ended session it is kept for
      // the next one.
      if (mayPass(error) || (isApiError(error) && error.status === 401)) return false;
      if (!isApiError(error)) throw error;
    }
    await dequeue(entry);
  }
  mayWait = (await queued(who)).length > 0;
  return !mayWait;
}

const locked = <T>(work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request('academy-progress', work) as Promise<T>) : work();

/** Sends what was kept now, when the network comes back, and now and then while something waits. */
export function startProgressSync(): () => void {
  mayWait = true;
  let timer: number | undefined;
  const go = () => {
    window.clearTimeout(timer);
    void flushProgress().then((clear) => {
      if (!clear) timer = window.setTimeout(go, TRY_AGAIN_MS);
    });
  };
  go();
  window.addEventListener('online', go);
  return () => {
    window.clearTimeout(timer);
    window.removeEventListener('online', go);
  };
}
