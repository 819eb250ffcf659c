import { Store } from './store';

/**
 * Whether the academy wants the signed-in manager to set up a second factor before anything else. The server says so at
 * the check of a session, and refuses every other call.
 */
export const setupRequired = new Store(false);
