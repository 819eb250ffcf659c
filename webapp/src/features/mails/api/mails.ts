import { useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import type { MailDelivery } from '@/lib/models';
import { pagedQueryOptions } from '@/lib/paged-query';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';

export type { MailDelivery };

export const learnerMailsQueryOptions = (clientId: string) =>
  pagedQueryOptions(queryKeys.mails.learner(clientId), (from, options) =>
    managerCall('POST', '/api/cm/mail/fetch-mails', { clientId, ...from }, options),
  );

export const useSendMailAgain = () =>
  useMutation({
    mutationFn: (mailId: string) => managerCall('POST', '/api/cm/mail/send-again', { mailId }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.mails.all }),
  });
