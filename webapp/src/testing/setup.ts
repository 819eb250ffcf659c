import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { onlineUsers } from '@/lib/online-users';
import { queryClient } from '@/lib/query-client';
import { managerRole } from '@/lib/role';
import { learnerSession, managerSession } from '@/lib/session';
import { toasts } from '@/lib/toast';
import { server } from './server';

// Generous, because a loaded machine is slow and no test asserts a time.
configure({ asyncUtilTimeout: 15_000 });

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => {
  cleanup();
  server.resetHandlers();
  learnerSession.end(null);
  managerSession.end(null);
  managerRole.set(null);
  onlineUsers.set(null);
  queryClient.clear();
  toasts.set([]);
  localStorage.clear();
  sessionStorage.clear();
});
afterAll(() => server.close());
