import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error';

const TRIES = 2;

/** One cache for loaders and components. Only what may heal by itself is tried again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) =>
        failures < TRIES && error instanceof ApiError && [0, 502, 503, 504].includes(error.status),
    },
  },
});
