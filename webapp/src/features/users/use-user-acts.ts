import { useCallback } from 'react';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import { useSetActive, useSignOutUsers } from './api/change-user';
import type { UserAct, UsersQuestion } from './components/users-dialog';
import { useTell } from './use-tell';

const messages = defineMessages({
  activated: {
    id: 'users.activate.done',
    defaultMessage: '{count, plural, one {{name} was activated.} other {# users were activated.}}',
  },
  deactivated: {
    id: 'users.deactivate.done',
    defaultMessage: '{count, plural, one {{name} was deactivated.} other {# users were deactivated.}}',
  },
  signedOut: {
    id: 'users.signOut.done',
    defaultMessage: '{count, plural, one {{name} was signed out.} other {# users were signed out.}}',
  },
});

/** Does something to learners, or opens the question that comes before it. */
export function useUserActs() {
  const tell = useTell();
  const setActive = useSetActive();
  const signOut = useSignOutUsers();
  const { mutate: activate, reset: resetActive } = setActive;
  const { mutate: end, reset: resetEnd } = signOut;
  const act = useCallback(
    (what: UserAct, users: readonly Learner[], ask: (question: UsersQuestion) => void) => {
      resetActive();
      resetEnd();
      const clientIds = users.map(({ _id }) => _id);
      const said = { count: users.length, name: users[0]?.fullname ?? '' };
      const [user] = users;
      if (what === 'activate' || what === 'deactivate') {
        const done = what === 'activate' ? messages.activated : messages.deactivated;
        activate({ clientIds, active: what === 'activate' }, { onSuccess: () => tell(done, said) });
      } else if (what === 'sign-out') end(clientIds, { onSuccess: () => tell(messages.signedOut, said) });
      else if (what === 'remove') ask({ kind: 'remove', users });
      else if (what === 'assign') ask({ kind: 'assign', clientIds });
      else if (what === 'extend') ask({ kind: 'extend', clientIds });
      else if (user) ask(what === 'edit' ? { kind: 'edit', user } : { kind: 'password', user });
    },
    [activate, end, resetActive, resetEnd, tell],
  );
  return { act, error: setActive.error ?? signOut.error, busy: setActive.isPending || signOut.isPending };
}
