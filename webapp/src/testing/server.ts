import { setupServer } from 'msw/node';

/** The academy as a test wants it to answer: `server.use(...)` in the test. */
export const server = setupServer();
