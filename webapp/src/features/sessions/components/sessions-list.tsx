import { Monitor, Smartphone, Tablet } from 'lucide-react';
import { useIntl, type MessageDescriptor } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { DeviceName, deviceText } from '@/components/ui/device-name';
import { Moment } from '@/components/ui/moment';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { readDevice } from '@/lib/device';
import type { PersonSession } from '@/lib/models';

const messages = defineMessages({
  current: { id: 'sessions.current', defaultMessage: 'This device' },
  open: { id: 'sessions.open', defaultMessage: 'Active now' },
  since: { id: 'sessions.since', defaultMessage: 'Signed in {at}' },
  from: { id: 'sessions.from', defaultMessage: 'from {peer}' },
  ended: { id: 'sessions.ended', defaultMessage: 'Ended {at}' },
  signOut: { id: 'sessions.signOut', defaultMessage: 'Sign out' },
  logout: { id: 'sessions.reason.logout', defaultMessage: 'Signed out' },
  signed_in_elsewhere: { id: 'sessions.reason.elsewhere', defaultMessage: 'Signed in on another device' },
  password_changed: { id: 'sessions.reason.password', defaultMessage: 'The password was changed' },
  deactivated: { id: 'sessions.reason.deactivated', defaultMessage: 'The account was deactivated' },
  removed: { id: 'sessions.reason.removed', defaultMessage: 'The account was deleted' },
  expired: { id: 'sessions.reason.expired', defaultMessage: 'The session expired' },
  idle: { id: 'sessions.reason.idle', defaultMessage: 'Not used for a long time' },
  signed_out_by_manager: { id: 'sessions.reason.manager', defaultMessage: 'Signed out by a manager' },
});

const REASONS: Partial<Record<string, MessageDescriptor>> = messages;
const ICONS = { computer: Monitor, phone: Smartphone, tablet: Tablet };

export interface SessionsListProps {
  label: string;
  sessions: readonly PersonSession[];
  onSignOut: (session: PersonSession) => void;
  /** The session that is being ended. */
  busy?: string;
}

/** Sign-ins: when, from where and with what; those that live first, and why the others ended. */
export function SessionsList({ label, sessions, onSignOut, busy }: SessionsListProps) {
  const intl = useIntl();
  const ordered = [...sessions].sort((a, b) => Number(b.endedAt === null) - Number(a.endedAt === null));
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {ordered.map((session) => {
        const { _id, createdAt, endedAt, reason, peer, device, current } = session;
        const Icon = ICONS[readDevice(device).kind];
        const known = reason ? REASONS[reason] : undefined;
        const why = known ? intl.formatMessage(known) : reason;
        return (
          <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
            <Icon aria-hidden size={22} className={endedAt ? 'shrink-0 text-muted' : 'shrink-0 text-accent-ink'} />
            <div className="min-w-48 tight:min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                <DeviceName userAgent={device} />
                {!endedAt && (
                  <Badge severity="success">{intl.formatMessage(current ? messages.current : messages.open)}</Badge>
                )}
              </p>
              <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                <span>{intl.formatMessage(messages.since, { at: <Moment key="at" value={createdAt} /> })}</span>
                {peer && <span>{intl.formatMessage(messages.from, { peer: <bdi key="peer">{peer}</bdi> })}</span>}
              </p>
              {endedAt && (
                <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                  <span>{intl.formatMessage(messages.ended, { at: <Moment key="at" value={endedAt} /> })}</span>
                  {why && <span>{why}</span>}
                </p>
              )}
            </div>
            {!endedAt && (
              <Button
                size="small"
                variant="secondary"
                aria-label={intl.formatMessage(common.named, {
                  action: intl.formatMessage(messages.signOut),
                  name: deviceText(intl, device),
                })}
                loading={busy === _id}
                onPress={() => onSignOut(session)}
              >
                {intl.formatMessage(messages.signOut)}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
