import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from './query-client';
import { learnersChanged, queryKeys, readingRecorded } from './query-keys';

/** Keeps something under each of these keys; tells which of it is stale. */
function keep(...keys: QueryKey[]) {
  for (const key of keys) queryClient.setQueryData(key, []);
  return () => keys.filter((key) => queryClient.getQueryState(key)?.isInvalidated);
}
const change = (mutationFn: () => Promise<unknown>) =>
  queryClient.getMutationCache().build(queryClient, { mutationFn }).execute(undefined);

const history = queryKeys.audit.list({ subjectId: 'u1' });

test('every change makes the audit trail stale, also one that failed: it may have been made in part', async () => {
  const stale = keep(history);
  await change(() => Promise.resolve());
  expect(stale()).toEqual([history]);
  const again = keep(history);
  await change(() => Promise.reject(new Error('no'))).catch(() => undefined);
  expect(again()).toEqual([history]);
});

test('a new password of a learner makes the e-mails stale, one of which tells of it', async () => {
  const key = queryKeys.mails.learner('u1');
  const stale = keep(key);
  await learnersChanged();
  expect(stale()).toEqual([key]);
});

test('what is recorded when it is read makes the audit trail stale, too', async () => {
  const stale = keep(history, queryKeys.users.detail('u1'));
  await readingRecorded();
  expect(stale()).toEqual([history]);
});
