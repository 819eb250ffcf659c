import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { queryClient } from '@/lib/query-client';

export interface UserInput {
  email: string;
  fullname: string;
  phonenumber: string;
  address: string;
  /** Empty leaves the present one. */
  password: string;
}

const refresh = () => queryClient.invalidateQueries({ queryKey: ['users'] });
const as = { as: 'manager' } as const;

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

export const useSetActive = () =>
  useMutation({
    mutationFn: (input: { clientId: string; active: boolean }) =>
      call('PUT', '/api/cm/user/update-activation', input, as),
    onSuccess: refresh,
  });

export const useRemoveUser = () =>
  useMutation({
    mutationFn: (clientId: string) => call('PUT', '/api/cm/user/remove-user', { clientId }, as),
    onSuccess: refresh,
  });
