import type { IntlShape } from 'react-intl';
import { Link } from 'react-router';
import type { TableColumn } from '@/components/ui/data-table';
import { AcademyDay } from '@/components/ui/day';
import { Moment } from '@/components/ui/moment';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import { paths } from '@/lib/paths';
import { AccountBadges, OnlineDot } from './user-badges';
import { UserMenu } from './user-menu';
import type { UserAction } from './users-dialog';

const messages = defineMessages({
  state: { id: 'users.state', defaultMessage: 'Status' },
  created: { id: 'users.since', defaultMessage: 'Joined' },
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
        <span className="flex items-center gap-2">
          <Link to={paths.admin.user(user._id)} className="tap text-accent-ink underline-offset-4 hover:underline">
            <bdi>{user.fullname}</bdi>
          </Link>
          {/* Seen before the name, but said after it: the cell names the row. */}
          <OnlineDot user={user} className="order-first" />
        </span>
      ),
    },
    {
      id: 'email',
      header: intl.formatMessage(common.email),
      sortable: true,
      cell: ({ email }) => (
        <bdi dir="ltr" className="inline-block max-w-72 min-w-52 text-sm rtl:text-end">
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
      quiet: true,
      cell: ({ lastLogin }) => (lastLogin ? <Moment value={lastLogin} /> : intl.formatMessage(messages.never)),
    },
    {
      id: 'createdAt',
      header: intl.formatMessage(messages.created),
      sortable: true,
      quiet: true,
      cell: ({ createdAt }) => <AcademyDay value={createdAt} />,
    },
    {
      id: 'actions',
      header: intl.formatMessage(messages.actions),
      sticks: true,
      end: true,
      cell: (user) => <UserMenu user={user} onAct={(act) => onAct(act, user)} />,
    },
  ];
}
