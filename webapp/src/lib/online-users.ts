import { Store } from './store';

/** Who the live connection says is online; null while it has not said yet. */
export const onlineUsers = new Store<ReadonlySet<string> | null>(null);
