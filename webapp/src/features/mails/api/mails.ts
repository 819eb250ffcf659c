import { useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { MailDelivery } from '@/lib/models';
import { pagedQueryOptions } from '@/lib/paged-query';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

export type { MailDelivery };

export const learnerMailsQueryOptions = (clientId: string) =>
  pagedQueryOptions<MailDelivery>(queryKeys.mails.learner(clientId), '/api/cm/mail/fetch-mails', { clientId });

export const useSendMailAgain = () =>
  useMutation({
    mutationFn: (mailId: string) => call('POST', '/api/cm/mail/send-again', { mailId }, { as: 'manager' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.mails.all }),
  });
