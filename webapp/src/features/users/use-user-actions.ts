import { useCallback } from 'react';
import { useSuccessToast } from '@/components/ui/use-success-toast';
import { defineMessages } from '@/i18n/define-messages';
import { CALL_LIMIT } from '@/lib/call-chunks';
import type { Learner } from '@/lib/models';
import { useBulkChange, type BulkAction } from './api/bulk-change';
import type { UserAction, UsersQuestion } from './components/users-dialog';

const messages = defineMessages({
  activate: {
    id: 'users.activate.done',
    defaultMessage: '{count, plural, one {{name} was activated.} other {# learners were activated.}}',
  },
  deactivate: {
    id: 'users.deactivate.done',
    defaultMessage: '{count, plural, one {{name} was deactivated.} other {# learners were deactivated.}}',
  },
  'sign-out': {
    id: 'users.signOut.done',
    defaultMessage: '{count, plural, one {{name} was signed out.} other {# learners were signed out.}}',
  },
  remove: {
    id: 'users.removed',
    defaultMessage: '{count, plural, one {{name} was deleted} other {# learners were deleted}}',
  },
});

/** More than a page has: whoever chose so many does not see them all. */
const ASKS_ABOVE = 100;

const atOnce = (what: UserAction): what is Exclude<BulkAction, 'remove'> =>
  what === 'activate' || what === 'deactivate' || what === 'sign-out';

/** Does something to learners, or opens the question that comes before it. */
export function useUserActions() {
  const showSuccess = useSuccessToast();
  const bulk = useBulkChange();
  const { mutate, reset } = bulk;
  const run = useCallback(
    (action: BulkAction, users: readonly Learner[]) =>
      mutate(
        { clientIds: users.map(({ _id }) => _id), action },
        {
          onSuccess: ({ done }) => {
            const name = users.find(({ _id }) => _id === done[0])?.fullname ?? '';
            if (done.length > 0) showSuccess(messages[action], { values: { count: done.length, name } });
          },
        },
      ),
    [mutate, showSuccess],
  );
  const act = useCallback(
    (what: UserAction, users: readonly Learner[], ask: (question: UsersQuestion) => void) => {
      reset();
      const clientIds = users.map(({ _id }) => _id);
      const [user] = users;
      if (atOnce(what)) {
        if (users.length > ASKS_ABOVE) ask({ kind: 'confirm', act: what, users });
        else run(what, users);
      } else if (what === 'remove') {
        // So many take their time: there is none left to undo it.
        ask(users.length > CALL_LIMIT ? { kind: 'confirm', act: what, users } : { kind: 'remove', users });
      } else if (what === 'assign' || what === 'extend') ask({ kind: what, clientIds });
      else if (user) ask({ kind: what, user });
    },
    [reset, run],
  );
  const { error = null, failed = [] } = bulk.data ?? {};
  return {
    act,
    run,
    error: error ?? bulk.error,
    failed,
    busy: bulk.isPending,
    progress: bulk.progress,
    stop: bulk.stop,
  };
}
