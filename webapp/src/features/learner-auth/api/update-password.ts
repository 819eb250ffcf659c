import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

/** Changes the signed-in learner's password; other sessions end. */
export const useUpdatePassword = () =>
  useMutation({
    mutationFn: (input: { password: string; newPassword: string }) =>
      call('PUT', '/api/auth/update-password', input, { as: 'learner', currentPassword: input.password }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.sessions.all }),
  });
