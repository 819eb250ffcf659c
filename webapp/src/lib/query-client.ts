import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

const TRIES = 2;

/**
 * One cache for loaders and components. Only what may heal by itself is tried again. Without a network a call fails, and
 * the screen says so: it does not wait in silence to be sent at some other time.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < TRIES && isTransient(error),
    },
    mutations: { networkMode: 'always' },
  },
});

const isTransient = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 ? navigator.onLine : [502, 503, 504].includes(error.status));
