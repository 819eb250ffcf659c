import { useMutation } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import type { Manager } from '@/lib/models';

export const useManagerSignup = () =>
  useMutation({
    mutationFn: (input: { email: string; password: string; fullname: string }) =>
      call<Answer & { result: Manager }>('PUT', '/api/cm/auth/signup', input),
  });
