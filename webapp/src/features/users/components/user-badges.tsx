import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { defineMessages } from '@/i18n/define-messages';
import type { Learner } from '@/lib/models';
import { onlineUsers } from '@/lib/online-users';
import { useStore } from '@/lib/store';

const messages = defineMessages({
  online: { id: 'users.online', defaultMessage: 'Online' },
  offline: { id: 'users.offline', defaultMessage: 'Offline' },
  inactive: { id: 'users.inactive', defaultMessage: 'Deactivated' },
  unconfirmed: { id: 'users.unconfirmed', defaultMessage: 'E-mail not confirmed' },
});

/** What a manager must see of a learner at a glance; the live list knows better than the stored status. */
export function UserBadges({ user }: { user: Learner }) {
  const intl = useIntl();
  const live = useStore(onlineUsers);
  const online = live ? live.has(user._id) : user.status === 'online';
  return (
    <span className="flex flex-wrap gap-2">
      <Badge severity={online ? 'success' : 'secondary'}>
        <span aria-hidden="true" className="size-2 rounded-full bg-current" />
        {intl.formatMessage(online ? messages.online : messages.offline)}
      </Badge>
      {!user.activated && <Badge severity="warn">{intl.formatMessage(messages.unconfirmed)}</Badge>}
      {!user.active && <Badge severity="danger">{intl.formatMessage(messages.inactive)}</Badge>}
    </span>
  );
}
