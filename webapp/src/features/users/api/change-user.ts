import { useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { learnersChanged } from '@/lib/query-keys';

export interface UserInput {
  email: string;
  fullname: string;
  phonenumber: string;
  address: string;
  /** Empty leaves the present one. */
  password: string;
}

export const useCreateUser = () =>
  useMutation({
    mutationFn: (input: UserInput) => managerCall('POST', '/api/cm/user/create-user', input),
    onSuccess: learnersChanged,
  });

export const useUpdateUser = (clientId: string) =>
  useMutation({
    mutationFn: (input: UserInput & { revision: number }) =>
      managerCall('PUT', '/api/cm/user/update-user', { clientId, ...input }),
    onSuccess: learnersChanged,
  });

export const useChangeUserPassword = (clientId: string) =>
  useMutation({
    mutationFn: (password: string) => managerCall('PUT', '/api/cm/user/update-password', { clientId, password }),
    onSuccess: learnersChanged,
  });
