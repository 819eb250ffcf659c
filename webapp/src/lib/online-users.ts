import { Store } from './store';

export interface OnlineUsers {
  readonly total: number;
  /** Their ids; null if they are too many for the live connection to list. */
  readonly ids: ReadonlySet<string> | null;
}

export const listOfOnline = (ids: Iterable<string>): OnlineUsers => {
  const set = new Set(ids);
  return { total: set.size, ids: set };
};

/** The learners who are online, from the live connection; null until it has told. */
export const onlineUsers = new Store<OnlineUsers | null>(null);
