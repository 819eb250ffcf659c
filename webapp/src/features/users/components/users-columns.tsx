import type { IntlShape } from 'react-intl';
import { Link } from 'react-router';
import type { TableColumn } from '@/components/ui/data-table';
import { Day } from '@/components/ui/day';
import { Moment } from '@/components/ui/moment';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import { paths } from '@/lib/paths';
import { AccountBadges, OnlineDot } from './user-badges';
import { UserMenu } from './user-menu';
import type { UserAction } from './users-dialog';

const messages = defineMessages({
  state: { id: 'users.state', defaultMessage: 'State' },
  created: { id: 'users.since', defaultMessage: 'Since' },
  lastLogin: { id: 'users.lastLogin', defaultMessage: 'Last sign-in' },
  never: { id: 'users.lastLogin.never', defaultMessage: 'Never' },
  actions: { id: 'users.actions', defaultMessage: 'Actions' },
});

/** Not shown until somebody asks for them. */
export const HIDDEN_AT_FIRST = ['phonenumber', 'address'];

export function usersColumns(intl: IntlShape, onAct: (act: UserAction, user: Learner) => void): TableColumn<Learner>[] {
  const nothing = intl.formatMessage(common.nothing);
  return [
    {
      id: 'fullname',
      header: intl.formatMessage(common.fullname),
      isRowHeader: true,
      sortable: true,
      cell: (user) => (
        <span className="flex items-center gap-2 whitespace-nowrap">
          <OnlineDot user={user} />
          <Link
            to={paths.admin.user(user._id)}
            dir="auto"
            className="text-accent-ink underline-offset-4 hover:underline"
          >
            {user.fullname}
          </Link>
        </span>
      ),
    },
    {
      id: 'email',
      header: intl.formatMessage(common.email),
      sortable: true,
      cell: ({ email }) => (
        <bdi dir="ltr" className="text-sm whitespace-nowrap">
          {email}
        </bdi>
      ),
    },
    {
      id: 'phonenumber',
      header: intl.formatMessage(common.phone),
      cell: ({ phonenumber }) =>
        phonenumber ? (
          <bdi dir="ltr" className="text-sm whitespace-nowrap">
            {phonenumber}
          </bdi>
        ) : (
          nothing
        ),
    },
    {
      id: 'address',
      header: intl.formatMessage(common.address),
      cell: ({ address }) => <bdi className="block min-w-40 text-sm">{address || nothing}</bdi>,
    },
    { id: 'state', header: intl.formatMessage(messages.state), cell: (user) => <AccountBadges user={user} /> },
    {
      id: 'lastLogin',
      header: intl.formatMessage(messages.lastLogin),
      sortable: true,
      cell: ({ lastLogin }) => (
        <span className="text-sm whitespace-nowrap text-muted">
          {lastLogin ? <Moment value={lastLogin} /> : intl.formatMessage(messages.never)}
        </span>
      ),
    },
    {
      id: 'createdAt',
      header: intl.formatMessage(messages.created),
      sortable: true,
      cell: ({ createdAt }) => (
        <span className="text-sm whitespace-nowrap text-muted">
          <Day value={createdAt} />
        </span>
      ),
    },
    {
      id: 'actions',
      header: intl.formatMessage(messages.actions),
      end: true,
      cell: (user) => <UserMenu user={user} onAct={(act) => onAct(act, user)} />,
    },
  ];
}
