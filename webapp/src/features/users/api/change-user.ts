import { useMutation } from '@tanstack/react-query';
import { call, callPath } from '@/lib/api-client';
import type { Learner } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import type { UsersPage } from './fetch-users';

export interface UserInput {
  email: string;
  fullname: string;
  phonenumber: string;
  address: string;
  /** Empty leaves the present one. */
  password: string;
}

const as = { as: 'manager' } as const;
const LISTS = ['users', 'list'];
const ONE = ['users', 'one'];

/** What a learner's page tells besides: the trail and the sign-ins follow each change. */
const refresh = () =>
  Promise.all(['users', 'audit', 'sessions'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

export const useCreateUser = () =>
  useMutation({
    mutationFn: (input: UserInput) => call('POST', '/api/cm/user/create-user', input, as),
    onSuccess: refresh,
  });

export const useUpdateUser = (clientId: string) =>
  useMutation({
    mutationFn: (input: UserInput) => call('PUT', '/api/cm/user/update-user', { clientId, ...input }, as),
    onSuccess: refresh,
  });

export const useChangeUserPassword = (clientId: string) =>
  useMutation({
    mutationFn: (password: string) => call('PUT', '/api/cm/user/update-password', { clientId, password }, as),
    onSuccess: refresh,
  });

export type BulkAction = 'activate' | 'deactivate' | 'remove' | 'sign-out';

/** So many learners a call takes. */
const CALL_LIMIT = 1000;

/** Does the same to many learners, each thousand whole or not at all. */
export async function bulkChange(clientIds: readonly string[], action: BulkAction, keepalive = false): Promise<void> {
  for (let first = 0; first < clientIds.length; first += CALL_LIMIT) {
    const some = clientIds.slice(first, first + CALL_LIMIT);
    await callPath('POST', '/api/cm/user/bulk-change', { clientIds: some, action }, { ...as, keepalive });
  }
}

/** Shows the learners changed already; the answer is a way back. */
function showChanged(ids: ReadonlySet<string>, change: Partial<Learner>): () => void {
  const lists = queryClient.getQueriesData<UsersPage>({ queryKey: LISTS });
  const ones = queryClient.getQueriesData<Learner>({ queryKey: ONE });
  const changed = (user: Learner) => (ids.has(user._id) ? { ...user, ...change } : user);
  queryClient.setQueriesData<UsersPage>(
    { queryKey: LISTS },
    (page) => page && { ...page, result: page.result.map(changed) },
  );
  queryClient.setQueriesData<Learner>({ queryKey: ONE }, (user) => user && changed(user));
  return () => {
    for (const [key, data] of [...lists, ...ones]) queryClient.setQueryData(key, data);
  };
}

/** Activates or deactivates; the page shows it at once, and takes it back when it is refused. */
export const useSetActive = () =>
  useMutation({
    mutationFn: ({ clientIds, active }: { clientIds: readonly string[]; active: boolean }) =>
      bulkChange(clientIds, active ? 'activate' : 'deactivate'),
    onMutate: async ({ clientIds, active }) => {
      await queryClient.cancelQueries({ queryKey: ['users'] });
      // Who is activated by a manager needs no mail any more.
      return showChanged(new Set(clientIds), active ? { active, activated: true } : { active });
    },
    onError: (_error, _input, takeBack) => takeBack?.(),
    onSettled: refresh,
  });

export const useSignOutUsers = () =>
  useMutation({
    mutationFn: (clientIds: readonly string[]) => bulkChange(clientIds, 'sign-out'),
    onSuccess: refresh,
  });
