import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { MailDelivery } from '@/lib/models';
import { pagedQueryOptions } from '@/lib/paged-query';
import { queryClient } from '@/lib/query-client';

export type { MailDelivery };

const KEY = ['mails'];

export const learnerMailsQueryOptions = (clientId: string) =>
  pagedQueryOptions<MailDelivery>([...KEY, clientId], '/api/cm/mail/fetch-mails', { clientId });

export const useSendMailAgain = () =>
  useMutation({
    mutationFn: (mailId: string) => call('POST', '/api/cm/mail/send-again', { mailId }, { as: 'manager' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
