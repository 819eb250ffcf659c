import { MutationCache, QueryClient } from '@tanstack/react-query';
import { isTemporary } from './api-error';

const TRIES = 2;

/** The start of the keys of all lists of the audit trail. */
export const AUDIT = ['audit'] as const;

/**
 * One cache for loaders and components. Only failures that may be temporary are retried. Offline a call fails and the
 * screen says so, instead of waiting silently to be sent later.
 */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    // Whatever a manager changes, also in part, is in the audit trail.
    onSettled: () => void queryClient.invalidateQueries({ queryKey: AUDIT }),
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: false,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < TRIES && navigator.onLine && isTemporary(error),
    },
    mutations: { networkMode: 'always' },
  },
});
