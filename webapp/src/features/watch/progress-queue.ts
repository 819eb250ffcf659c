/**
 * Progress that could not be sent to the academy, kept in the browser's IndexedDB until it can be. In order, and
 * separately for each learner, because several may share a browser.
 *
 * Nothing here throws: where there is no database (a private window, a full disk) the queue is simply empty.
 */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
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

interface Schema extends DBSchema {
  [STORE]: {
    key: number;
    value: Omit<QueuedProgress, 'key'> & { key?: number };
    indexes: { [BY_LEARNER]: string };
  };
}

const open = () =>
  openDB<Schema>(DATABASE, 1, {
    upgrade: (database) => {
      const store = database.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true });
      store.createIndex(BY_LEARNER, BY_LEARNER);
    },
  });

async function inDatabase<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>, otherwise: T): Promise<T> {
  try {
    const database = await open();
    try {
      return await work(database);
    } finally {
      database.close();
    }
  } catch {
    return otherwise;
  }
}

/** Adds an entry, or extends the last one if it is for the same lesson. False if nothing can be stored. */
export const enqueue = (clientId: string, input: ProgressInput): Promise<boolean> =>
  inDatabase(async (database) => {
    const { store, done } = database.transaction(STORE, 'readwrite');
    const before = (await store.index(BY_LEARNER).openCursor(clientId, 'prev'))?.value;
    if (before?.input.partId === input.partId && before.input.courseId === input.courseId) {
      const watched = joined([...before.input.watched, ...input.watched]);
      await Promise.all([store.put({ ...before, input: { ...input, watched } }), done]);
    } else {
      await Promise.all([store.add({ clientId, input }), done]);
    }
    return true;
  }, false);

/** The learner's entries, oldest first. */
export const queued = (clientId: string): Promise<QueuedProgress[]> =>
  inDatabase(async (database) => (await database.getAllFromIndex(STORE, BY_LEARNER, clientId)) as QueuedProgress[], []);

/** Removes what was sent; what was added to the entry since then stays. */
export const dequeue = (sent: QueuedProgress): Promise<void> =>
  inDatabase(async (database) => {
    const { store, done } = database.transaction(STORE, 'readwrite');
    const now = await store.get(sent.key);
    if (now && JSON.stringify(now.input) === JSON.stringify(sent.input)) await store.delete(sent.key);
    await done;
  }, undefined);

/** Merges adjacent intervals, so that an afternoon offline stays small. */
function joined(intervals: ProgressInput['watched']): ProgressInput['watched'] {
  const whole: ProgressInput['watched'] = [];
  for (const [from, to] of [...intervals].sort((a, b) => a[0] - b[0])) {
    const last = whole.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else whole.push([from, to]);
  }
  return whole;
}
