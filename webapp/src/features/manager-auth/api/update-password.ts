import { useMutation } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';

export const useUpdateManagerPassword = () =>
  useMutation({
    mutationFn: (input: { password: string; newPassword: string }) =>
      call<Answer & { success: boolean; msg: string }>('PUT', '/api/cm/auth/update-password', input, { as: 'manager' }),
  });
