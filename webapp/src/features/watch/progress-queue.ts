/**
 * What was watched and could not be told to the academy, kept in the browser's IndexedDB until it can be. In order, and
 * each learner's apart: several may share a browser.
 *
 * Nothing here throws: where there is no database (a private window, a full disk) the queue is simply empty.
 */
import type { ProgressInput } from './api/update-progress';

export interface QueuedProgress {
  /** Grows in the order of time. */
  key: number;
  clientId: string;
  input: ProgressInput;
}

const DATABASE = 'academy';
const STORE = 'progress';
const BY_LEARNER = 'clientId';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB'));
  });

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    const store = request.result.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true });
    store.createIndex(BY_LEARNER, BY_LEARNER);
  };
  return done(request);
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Promise<T>,
  otherwise: T,
): Promise<T> {
  try {
    const database = await open();
    try {
      return await work(database.transaction(STORE, mode).objectStore(STORE));
    } finally {
      database.close();
    }
  } catch {
    return otherwise;
  }
}

/** Adds at the end, or to the last entry where that is of the same lesson. False where nothing can be kept. */
export const enqueue = (clientId: string, input: ProgressInput): Promise<boolean> =>
  inStore(
    'readwrite',
    async (store) => {
      const last = await done(store.index(BY_LEARNER).openCursor(clientId, 'prev'));
      const before = last?.value as QueuedProgress | undefined;
      if (before?.input.partId === input.partId && before.input.courseId === input.courseId) {
        const watched = joined([...before.input.watched, ...input.watched]);
        await done(store.put({ ...before, input: { ...input, watched } }));
      } else {
        await done(store.add({ clientId, input }));
      }
      return true;
    },
    false,
  );

/** The learner's entries, oldest first. */
export const queued = (clientId: string): Promise<QueuedProgress[]> =>
  inStore('readonly', (store) => done(store.index(BY_LEARNER).getAll(clientId) as IDBRequest<QueuedProgress[]>), []);

/** Takes away what was sent; what has been added to the entry since then stays. */
export const dequeue = (sent: QueuedProgress): Promise<void> =>
  inStore(
    'readwrite',
    async (store) => {
      const now = (await done(store.get(sent.key))) as QueuedProgress | undefined;
      if (now && JSON.stringify(now.input) === JSON.stringify(sent.input)) await done(store.delete(sent.key));
    },
    undefined,
  );

/** Puts intervals that touch into one, so that an afternoon without a network stays a few lines. */
function joined(intervals: ProgressInput['watched']): ProgressInput['watched'] {
  const whole: ProgressInput['watched'] = [];
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    const last = whole.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole;
}
