import { Store } from './store';

/** The academy's name as titles and shells show it; known once the site's data has come. */
export const siteName = new Store<string>('');
