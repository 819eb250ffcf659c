import { useMutation } from '@tanstack/react-query';
import { callPath } from '@/lib/api-client';
import { pagedQueryOptions } from '@/lib/paged-query';
import { queryClient } from '@/lib/query-client';

/** A mail as managers see it: never its text, which may hold a link or a code. */
export interface MailDelivery {
  _id: string;
  to: string;
  kind: string;
  subject: string;
  state: 'waiting' | 'sent' | 'failed';
  attempts: number;
  lastError: string;
  createdAt: string;
  /** Null unless waiting. */
  nextAttemptAt: string | null;
  /** Null unless sent. */
  sentAt: string | null;
  /** The server would send it again. */
  repeatable: boolean;
}

const KEY = ['mails'];

export const learnerMailsQueryOptions = (clientId: string) =>
  pagedQueryOptions<MailDelivery>([...KEY, clientId], '/api/cm/mail/fetch-mails', { clientId });

export const useSendMailAgain = () =>
  useMutation({
    mutationFn: (mailId: string) => callPath('POST', '/api/cm/mail/send-again', { mailId }, { as: 'manager' }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
