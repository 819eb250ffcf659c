import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { learnersChanged } from '@/lib/query-keys';

export interface UserInput {
  email: string;
  fullname: string;
  phonenumber: string;
  address: string;
  /** Empty leaves the present one. */
  password: string;
}

const as = { as: 'manager' } as const;

export const useCreateUser = () =>
  useMutation({
    mutationFn: (input: UserInput) => call('POST', '/api/cm/user/create-user', input, as),
    onSuccess: learnersChanged,
  });

export const useUpdateUser = (clientId: string) =>
  useMutation({
    mutationFn: (input: UserInput) => call('PUT', '/api/cm/user/update-user', { clientId, ...input }, as),
    onSuccess: learnersChanged,
  });

export const useChangeUserPassword = (clientId: string) =>
  useMutation({
    mutationFn: (password: string) => call('PUT', '/api/cm/user/update-password', { clientId, password }, as),
    onSuccess: learnersChanged,
  });
