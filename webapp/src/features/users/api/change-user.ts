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

const as = { as: 'manager' } as const;

/** What a learner's page tells besides: the trail and the sign-ins follow each change. */
export const refreshUsers = () =>
  Promise.all(['users', 'audit', 'sessions'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })));

export const useCreateUser = () =>
  useMutation({
    mutationFn: (input: UserInput) => call('POST', '/api/cm/user/create-user', input, as),
    onSuccess: refreshUsers,
  });

export const useUpdateUser = (clientId: string) =>
  useMutation({
    mutationFn: (input: UserInput) => call('PUT', '/api/cm/user/update-user', { clientId, ...input }, as),
    onSuccess: refreshUsers,
  });

export const useChangeUserPassword = (clientId: string) =>
  useMutation({
    mutationFn: (password: string) => call('PUT', '/api/cm/user/update-password', { clientId, password }, as),
    onSuccess: refreshUsers,
  });
