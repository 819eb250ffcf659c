import { createContext } from 'react';

/** Whether a notice over this part of the page already says that there is no network. A dialog hides that notice. */
export const OfflineSaid = createContext(false);
