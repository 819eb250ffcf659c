import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { Person } from '@/lib/password-again';

export const useOpenLink = (person: Person) =>
  useMutation({
    mutationFn: (token: string) =>
      person === 'manager' ? call('PUT', '/api/cm/auth/unlock', { token }) : call('PUT', '/api/auth/unlock', { token }),
  });
