import { Store } from './store';

/** The academy's name for titles and shells; known when the site's data has loaded. */
export const siteName = new Store<string>('');

/** The address of the academy's logo; empty if it has none. */
export const siteLogo = new Store<string>('');
