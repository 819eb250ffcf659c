import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';

export const useUpdateManagerPassword = () =>
  useMutation({
    mutationFn: (input: { password: string; newPassword: string }) =>
      call('PUT', '/api/cm/auth/update-password', input, { as: 'manager' }),
  });
