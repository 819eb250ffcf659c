import { queryOptions, useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import { managerRole, type Role } from '@/lib/role';
import { managerSession } from '@/lib/session';

export interface ManagerInput {
  fullname: string;
  email: string;
  password: string;
  role: Role;
}

/** All managers, the first one first. */
export const managersQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.managers.list,
    queryFn: async ({ signal }) => (await managerCall('POST', '/api/cm/manager/fetch-managers', {}, { signal })).result,
  });

const refresh = () => queryClient.invalidateQueries(managersQueryOptions());

export const useRegisterManager = () =>
  useMutation({
    mutationFn: (input: ManagerInput) => managerCall('PUT', '/api/cm/manager/register-manager', input),
    onSuccess: refresh,
  });

export const useDeleteManager = () =>
  useMutation({
    mutationFn: (managerId: string) => managerCall('POST', '/api/cm/manager/delete-manager', { managerId }),
    // Who was removed by somebody else meanwhile must leave the list, too.
    onSettled: refresh,
  });

export interface RoleChange {
  role: Role;
  /** Another owner's change since then is not overwritten. */
  seenRole: Role;
}

/** Changes a manager's role. One's own counts on this page at once. */
export const useUpdateRole = (userId: string) =>
  useMutation({
    mutationFn: (change: RoleChange) => managerCall('PUT', '/api/cm/manager/update-role', { userId, ...change }),
    onSuccess: ({ result }) => {
      if (managerSession.state.get()?.identity.userId === userId) managerRole.set(result.role);
    },
    onSettled: refresh,
  });

/** Removes another manager's second factor. */
export const useResetFactors = () =>
  useMutation({ mutationFn: (userId: string) => managerCall('PUT', '/api/cm/manager/reset-factors', { userId }) });

/** Sets another manager's password. */
export const useSetManagerPassword = (userId: string) =>
  useMutation({
    mutationFn: (password: string) => managerCall('PUT', '/api/cm/manager/update-password', { userId, password }),
  });
