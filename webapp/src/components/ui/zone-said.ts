import { createContext } from 'react';

/** Whether a line above names the academy's zone, so that the dates below it need not. */
export const ZoneSaid = createContext(false);
