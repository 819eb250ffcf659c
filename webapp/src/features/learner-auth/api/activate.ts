import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';

export const useActivate = () =>
  useMutation({ mutationFn: (input: { email: string; token: string }) => call('PUT', '/api/auth/activate', input) });
