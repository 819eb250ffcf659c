import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';

/** The fake academy; a test sets its answers with `server.use(...)`. On its own it only says that nothing is the matter. */
export const server = setupServer(
  http.post('*/api/cm/health/fetch', () => HttpResponse.json({ message: 'ok', result: [] })),
  http.post('*/api/cm/health/fetch-requests', () =>
    HttpResponse.json({
      message: 'ok',
      result: { since: '2026-11-23T08:00:00.000Z', requests: 0, failed: 0, slowest: [] },
    }),
  ),
);
