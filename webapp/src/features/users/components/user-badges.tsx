import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import type { Learner } from '@/lib/models';
import { onlineUsers } from '@/lib/online-users';
import { useStore } from '@/lib/store';

const messages = defineMessages({
  online: { id: 'users.online', defaultMessage: 'Online' },
  offline: { id: 'users.offline', defaultMessage: 'Offline' },
  active: { id: 'users.active', defaultMessage: 'Active' },
  inactive: { id: 'users.inactive', defaultMessage: 'Deactivated' },
  unconfirmed: { id: 'users.unconfirmed', defaultMessage: 'E-mail not confirmed' },
});

/** The live list, if there is one, knows better than the status that came with the learner. */
function useIsOnline({ _id, status }: Pick<Learner, '_id' | 'status'>): boolean {
  const listed = useStore(onlineUsers)?.ids;
  return listed ? listed.has(_id) : status === 'online';
}

/** A point that is filled while the learner is online. */
export function OnlineDot({ user, className }: { user: Learner; className?: string }) {
  const intl = useIntl();
  const online = useIsOnline(user);
  const label = intl.formatMessage(online ? messages.online : messages.offline);
  return (
    <span title={label} className={cx('inline-grid size-4 shrink-0 place-items-center', className)}>
      <span className="sr-only">{label}</span>
      <span
        aria-hidden="true"
        className={cx('size-2.5 rounded-full', online ? 'bg-success' : 'border-2 border-line-strong/60')}
      />
    </span>
  );
}

/** Whether the learner may come in, and what is missing for it. */
export function AccountBadges({ user, quiet = false }: { user: Learner; quiet?: boolean }) {
  const intl = useIntl();
  const fine = user.active && user.activated;
  return (
    <span className="flex flex-wrap gap-1.5">
      {fine && !quiet && <Badge severity="secondary">{intl.formatMessage(messages.active)}</Badge>}
      {!user.activated && <Badge severity="warn">{intl.formatMessage(messages.unconfirmed)}</Badge>}
      {!user.active && <Badge severity="danger">{intl.formatMessage(messages.inactive)}</Badge>}
    </span>
  );
}

/** What a manager must see of a learner at a glance. */
export function UserBadges({ user }: { user: Learner }) {
  const intl = useIntl();
  const online = useIsOnline(user);
  return (
    <span className="flex flex-wrap gap-2">
      <Badge severity={online ? 'success' : 'secondary'}>
        <span aria-hidden="true" className="size-2 rounded-full bg-current" />
        {intl.formatMessage(online ? messages.online : messages.offline)}
      </Badge>
      <AccountBadges quiet user={user} />
    </span>
  );
}
