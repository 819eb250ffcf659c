import { useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';

export const useUpdateManagerPassword = () =>
  useMutation({
    mutationFn: (input: { password: string; newPassword: string }) =>
      managerCall('PUT', '/api/cm/auth/update-password', input, { currentPassword: input.password }),
  });
