import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

export const bankQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.myself.bank,
    queryFn: async ({ signal }) => (await call('POST', '/api/user/fetch-bank', {}, { as: 'learner', signal })).result,
  });

export interface BankInput {
  accountHolder: string;
  bankName: string;
  /** Spaces and small letters are welcome. */
  iban: string;
}

/** Replaces what is there; all empty removes it. */
export const useUpdateBank = () =>
  useMutation({
    mutationFn: (input: BankInput) => call('PUT', '/api/user/update-bank', input, { as: 'learner' }),
    onSuccess: ({ result }) => queryClient.setQueryData(bankQueryOptions().queryKey, result),
  });
