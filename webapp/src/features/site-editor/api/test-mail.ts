import { queryOptions, useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryKeys } from '@/lib/query-keys';

const AGAIN_MS = 1000;
/** The newest mails, among which the one just sent is. */
const NEWEST = 20;

export const useSendTestMail = () =>
  useMutation({ mutationFn: async () => (await managerCall('POST', '/api/cm/mail/send-test', {})).result });

/** What became of a mail; asked again until it has arrived or failed for good. */
export const mailQueryOptions = (mailId: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.mails.all, 'test', mailId] as const,
    queryFn: async ({ signal }) => {
      const { result } = await managerCall('POST', '/api/cm/mail/fetch-mails', { limit: NEWEST }, { signal });
      return result.find(({ _id }) => _id === mailId) ?? null;
    },
    enabled: mailId !== undefined,
    refetchInterval: ({ state }) => (!state.data || state.data.state === 'waiting' ? AGAIN_MS : false),
  });
