/** Moves learners to the bin: they leave the screen at once, and a toast offers to undo it. */
import type { IntlShape } from 'react-intl';
import { offerRestore } from '@/components/ui/restore-toast';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import { isolated } from '@/lib/directions';
import type { Learner } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import { learnersChanged, queryKeys } from '@/lib/query-keys';
import { Store } from '@/lib/store';
import { addToast } from '@/lib/toast';
import { changeMany } from './api/bulk-change';

const messages = defineMessages({
  removed: {
    id: 'users.removed',
    defaultMessage: '{count, plural, one {{name} was deleted} other {# learners were deleted}}',
  },
  notRemoved: {
    id: 'users.removed.failed',
    defaultMessage: '{count, plural, one {{name} could not be deleted} other {# learners could not be deleted}}',
  },
});

/** Ids of learners being removed. */
export const pendingRemovals = new Store<ReadonlySet<string>>(new Set());

export async function removeWithUndo(
  intl: IntlShape,
  users: readonly Pick<Learner, '_id' | 'fullname'>[],
): Promise<void> {
  const ids = users.map(({ _id }) => _id);
  const said = (some: readonly string[]) => ({
    count: some.length,
    name: isolated(intl.locale, users.find(({ _id }) => _id === some[0])?.fullname ?? ''),
  });
  pendingRemovals.set(new Set([...pendingRemovals.get(), ...ids]));
  // The page may be on its way out. Who is gone already is as good as removed.
  const { done, error } = await changeMany(ids, 'remove', { keepalive: true });
  for (const id of done) queryClient.removeQueries({ queryKey: queryKeys.users.detail(id) });
  await learnersChanged();
  pendingRemovals.set(new Set([...pendingRemovals.get()].filter((id) => !ids.includes(id))));
  if (done.length > 0) {
    offerRestore(intl, { summary: intl.formatMessage(messages.removed, said(done)), ids: done });
  }
  if (error !== null) {
    addToast({
      severity: 'error',
      summary: intl.formatMessage(messages.notRemoved, said(ids.filter((id) => !done.includes(id)))),
      detail: describeError(intl, error),
    });
  }
}
