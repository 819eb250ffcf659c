import { useState } from 'react';
import { FormattedDate, useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Button } from '@/components/ui/button';
import { TableFrame } from '@/components/ui/table-frame';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import { paths } from '@/lib/paths';
import { UserBadges } from './user-badges';

const messages = defineMessages({
  state: { id: 'users.state', defaultMessage: 'State' },
  created: { id: 'users.since', defaultMessage: 'Since' },
  more: { id: 'users.more', defaultMessage: 'Show more' },
});

/** Rows drawn at once: the list comes whole, the page must not. */
const PAGE = 50;

export function UsersTable({ users, label }: { users: readonly Learner[]; label: string }) {
  const intl = useIntl();
  const [limit, setLimit] = useState(PAGE);
  const head = 'px-4 py-3 text-start text-sm font-semibold text-muted';
  const cell = 'px-4 py-3 align-middle';
  return (
    <>
      <TableFrame label={label} className="card">
        <thead className="border-b border-line bg-sunken">
          <tr>
            <th scope="col" className={head}>
              {intl.formatMessage(common.fullname)}
            </th>
            <th scope="col" className={head}>
              {intl.formatMessage(common.email)}
            </th>
            <th scope="col" className={head}>
              {intl.formatMessage(messages.state)}
            </th>
            <th scope="col" className={head}>
              {intl.formatMessage(messages.created)}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {users.slice(0, limit).map((user) => (
            <tr key={user._id} className="hover:bg-sunken">
              <th scope="row" className={`${cell} text-start font-semibold`}>
                <Link
                  to={paths.admin.user(user._id)}
                  dir="auto"
                  className="text-accent-ink underline-offset-4 hover:underline"
                >
                  {user.fullname}
                </Link>
              </th>
              <td className={cell}>
                <bdi dir="ltr" className="text-sm">
                  {user.email}
                </bdi>
              </td>
              <td className={cell}>
                <UserBadges user={user} />
              </td>
              <td className={`${cell} text-sm whitespace-nowrap text-muted`}>
                <FormattedDate value={user.createdAt} dateStyle="medium" />
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
      {limit < users.length && (
        <div className="mt-4 text-center">
          <Button variant="secondary" onPress={() => setLimit(limit + PAGE)}>
            {intl.formatMessage(messages.more)}
          </Button>
        </div>
      )}
    </>
  );
}
