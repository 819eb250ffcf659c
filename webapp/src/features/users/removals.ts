/** Removes learners with time to undo: they leave the screen at once, and the server is called later. */
import type { IntlShape } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { describeError } from '@/i18n/error-messages';
import type { Learner } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import { learnersChanged, queryKeys } from '@/lib/query-keys';
import { Store } from '@/lib/store';
import { addToast } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';
import { changeMany } from './api/bulk-change';

const messages = defineMessages({
  removed: {
    id: 'users.removed',
    defaultMessage: '{count, plural, one {{name} was removed} other {# users were removed}}',
  },
  undo: { id: 'users.removed.undo', defaultMessage: 'Undo' },
  notRemoved: {
    id: 'users.removed.failed',
    defaultMessage: '{count, plural, one {{name} could not be removed} other {# users could not be removed}}',
  },
});

/** Ids of learners about to be removed. */
export const pendingRemovals = new Store<ReadonlySet<string>>(new Set());

const withoutIds = (ids: readonly string[]) => new Set([...pendingRemovals.get()].filter((id) => !ids.includes(id)));

export function removeWithUndo(intl: IntlShape, users: readonly Pick<Learner, '_id' | 'fullname'>[]): void {
  const ids = users.map(({ _id }) => _id);
  const said = { count: ids.length, name: users[0]?.fullname ?? '' };
  const bringBack = () => pendingRemovals.set(withoutIds(ids));
  const commit = async () => {
    // The page may be on its way out. Who is gone already is as good as removed.
    const { error } = await changeMany(ids, 'remove', { keepalive: true });
    if (error === null) {
      for (const id of ids) queryClient.removeQueries({ queryKey: queryKeys.users.detail(id) });
      await learnersChanged();
    }
    bringBack();
    if (error !== null) {
      addToast({
        severity: 'error',
        summary: intl.formatMessage(messages.notRemoved, said),
        detail: describeError(intl, error),
      });
    }
  };
  pendingRemovals.set(new Set([...pendingRemovals.get(), ...ids]));
  offerUndo({
    summary: intl.formatMessage(messages.removed, said),
    undoLabel: intl.formatMessage(messages.undo),
    commit,
    undo: bringBack,
  });
}
