import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

export const profileQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.myself.profile,
    queryFn: async ({ signal }) => (await call('POST', '/api/user/fetch-info', {}, { as: 'learner', signal })).result,
  });

export interface ProfileInput {
  fullname: string;
  phonenumber: string;
  address: string;
  /** Empty keeps the present one. */
  password: string;
}

export const useUpdateProfile = () =>
  useMutation({
    mutationFn: (input: ProfileInput & { revision: number }) =>
      call('POST', '/api/user/update-user', input, { as: 'learner' }),
    onSuccess: ({ result }) => queryClient.setQueryData(profileQueryOptions().queryKey, result),
  });
