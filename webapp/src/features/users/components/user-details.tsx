import { useSuspenseQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { Button } from '@/components/ui/button';
import { AcademyDay } from '@/components/ui/day';
import { Moment } from '@/components/ui/moment';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { Learner } from '@/lib/models';
import { paths } from '@/lib/paths';
import { useMay } from '@/lib/role';
import { userQueryOptions } from '../api/fetch-users';
import { useUserActions } from '../use-user-actions';
import { UserBadges } from './user-badges';
import { UserMenu } from './user-menu';
import { UsersDialog, type UserAction, type UsersQuestion } from './users-dialog';

const messages = defineMessages({
  edit: { id: 'users.edit', defaultMessage: 'Edit' },
  activate: { id: 'users.activate', defaultMessage: 'Activate' },
  deactivate: { id: 'users.deactivate', defaultMessage: 'Deactivate' },
  id: { id: 'users.accountId', defaultMessage: 'Account ID' },
  created: { id: 'users.since', defaultMessage: 'Joined' },
  lastLogin: { id: 'users.lastLogin', defaultMessage: 'Last sign-in' },
  never: { id: 'users.lastLogin.never', defaultMessage: 'Never' },
});

/** Who a learner is, and what can be done to the account. */
export function UserDetails({ clientId }: { clientId: string }) {
  const intl = useIntl();
  const changes = useMay('manager');
  const navigate = useNavigate();
  const describe = useDescribeError();
  const { data: user } = useSuspenseQuery(userQueryOptions(clientId));
  const [question, setQuestion] = useState<UsersQuestion | null>(null);
  const { act, error, busy } = useUserActions();
  const onAct = (what: UserAction) => act(what, [user], setQuestion);
  const allowed = user.active && user.activated;
  return (
    <section aria-label={user.fullname} className="card p-6">
      <PageTitle>{user.fullname}</PageTitle>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <h1 className="mb-2 text-2xl font-bold">
            <bdi>{user.fullname}</bdi>
          </h1>
          <UserBadges user={user} />
        </div>
        <div className="flex flex-wrap items-center gap-2">
          {changes && (
            <Button size="small" variant="secondary" onPress={() => onAct('edit')}>
              {intl.formatMessage(messages.edit)}
            </Button>
          )}
          <Button
            size="small"
            variant="secondary"
            loading={busy}
            onPress={() => onAct(allowed ? 'deactivate' : 'activate')}
          >
            {intl.formatMessage(allowed ? messages.deactivate : messages.activate)}
          </Button>
          <UserMenu user={user} without={['edit', 'assign', 'activate', 'deactivate']} onAct={onAct} />
        </div>
      </div>
      {error !== null && (
        <div className="mt-4">
          <Notice severity="error">{describe(error)}</Notice>
        </div>
      )}
      <Facts user={user} />
      <UsersDialog
        question={question}
        onClose={() => setQuestion(null)}
        onRemoved={() => void navigate(paths.admin.users)}
      />
    </section>
  );
}

function Facts({ user }: { user: Learner }) {
  const intl = useIntl();
  const nothing = intl.formatMessage(common.nothing);
  const ltr = (value: string) => (value ? <bdi dir="ltr">{value}</bdi> : nothing);
  const facts: readonly (readonly [string, ReactNode])[] = [
    [intl.formatMessage(common.email), ltr(user.email)],
    [intl.formatMessage(common.phone), ltr(user.phonenumber)],
    [intl.formatMessage(common.address), <bdi key="address">{user.address || nothing}</bdi>],
    [intl.formatMessage(messages.created), <AcademyDay key="created" value={user.createdAt} />],
    [
      intl.formatMessage(messages.lastLogin),
      user.lastLogin ? <Moment key="last" value={user.lastLogin} /> : intl.formatMessage(messages.never),
    ],
    [
      intl.formatMessage(messages.id),
      <bdi key="id" dir="ltr" className="font-mono text-xs">
        {user._id}
      </bdi>,
    ],
  ];
  return (
    <dl className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
