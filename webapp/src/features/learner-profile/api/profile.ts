import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import type { Learner } from '@/lib/models';
import { queryClient } from '@/lib/query-client';

export const profileQueryOptions = () =>
  queryOptions({
    queryKey: ['learner', 'profile'],
    queryFn: async ({ signal }) =>
      (await call<Answer & { result: Learner }>('POST', '/api/user/fetch-info', {}, { as: 'learner', signal })).result,
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
    mutationFn: (input: ProfileInput) =>
      call<Answer & { result: Learner }>('POST', '/api/user/update-user', input, { as: 'learner' }),
    onSuccess: ({ result }) => queryClient.setQueryData(profileQueryOptions().queryKey, result),
  });
