import { setupServer } from 'msw/node';

/** The fake academy; a test sets its answers with `server.use(...)`. */
export const server = setupServer();
