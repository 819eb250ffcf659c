import { Store } from './store';

/** The learners who are online, from the live connection; null until the first list has arrived. */
export const onlineUsers = new Store<ReadonlySet<string> | null>(null);
