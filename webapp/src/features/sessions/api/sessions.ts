import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, type Credential } from '@/lib/api-client';
import { managerCall } from '@/lib/manager-api';
import { queryClient } from '@/lib/query-client';
import { learnersChanged, queryKeys } from '@/lib/query-keys';

type Person = Exclude<Credential, 'none'>;

const OWN = {
  learner: { list: '/api/user/fetch-sessions', end: '/api/user/end-session' },
  manager: { list: '/api/cm/auth/fetch-sessions', end: '/api/cm/auth/end-session' },
} as const;

/** The sign-ins of whoever is signed in, newest first. */
export const ownSessionsQueryOptions = (as: Person) =>
  queryOptions({
    queryKey: queryKeys.sessions.own(as),
    queryFn: async ({ signal }) => (await call('POST', OWN[as].list, {}, { as, signal })).result,
  });

export const useEndOwnSession = (as: Person) =>
  useMutation({
    mutationFn: (sessionId: string) => call('PUT', OWN[as].end, { sessionId }, { as }),
    onSuccess: () => queryClient.invalidateQueries(ownSessionsQueryOptions(as)),
  });

/** A learner's sign-ins as managers see them. */
export const learnerSessionsQueryOptions = (clientId: string) =>
  queryOptions({
    queryKey: queryKeys.sessions.learner(clientId),
    queryFn: async ({ signal }) =>
      (await managerCall('POST', '/api/cm/user/fetch-sessions', { clientId }, { signal })).result,
  });

export const useSignOutLearner = (clientId: string) =>
  useMutation({
    mutationFn: () => managerCall('PUT', '/api/cm/user/sign-out', { clientId }),
    onSuccess: learnersChanged,
  });
