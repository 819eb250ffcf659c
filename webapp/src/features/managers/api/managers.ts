import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

const as = { as: 'manager' } as const;

export interface ManagerInput {
  fullname: string;
  email: string;
  password: string;
}

/** All managers, the first one first. */
export const managersQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.managers.list,
    queryFn: async ({ signal }) => (await call('POST', '/api/cm/manager/fetch-managers', {}, { ...as, signal })).result,
  });

const refresh = () => queryClient.invalidateQueries(managersQueryOptions());

export const useRegisterManager = () =>
  useMutation({
    mutationFn: (input: ManagerInput) => call('PUT', '/api/cm/manager/register-manager', input, as),
    onSuccess: refresh,
  });

export const useDeleteManager = () =>
  useMutation({
    mutationFn: (managerId: string) => call('POST', '/api/cm/manager/delete-manager', { managerId }, as),
    // Who was removed by somebody else meanwhile must leave the list, too.
    onSettled: refresh,
  });

/** Sets another manager's password. */
export const useSetManagerPassword = (userId: string) =>
  useMutation({
    mutationFn: (password: string) => call('PUT', '/api/cm/manager/update-password', { userId, password }, as),
  });
