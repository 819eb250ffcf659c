import { KeyRound, ShieldCheck, Smartphone, Trash2, UserCog } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { AcademyDay } from '@/components/ui/day';
import { LinkButton } from '@/components/ui/link-button';
import { Moment } from '@/components/ui/moment';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { roleNames } from '@/i18n/role-messages';
import type { Manager } from '@/lib/models';
import { paths } from '@/lib/paths';
import { managerSession } from '@/lib/session';
import { useStore } from '@/lib/store';

const messages = defineMessages({
  you: { id: 'managers.you', defaultMessage: 'You' },
  lastLogin: { id: 'managers.lastLogin', defaultMessage: 'Last signed in {at}' },
  never: { id: 'managers.neverSignedIn', defaultMessage: 'Has never signed in' },
  since: { id: 'managers.since', defaultMessage: 'Manager since {day}' },
  role: { id: 'managers.role.change', defaultMessage: 'Change role' },
  roleOf: { id: 'managers.role.title', defaultMessage: 'Change role: {name}' },
  password: { id: 'managers.password', defaultMessage: 'Change password' },
  reset: { id: 'managers.reset', defaultMessage: 'Reset two-step verification' },
  resetOf: { id: 'managers.reset.of', defaultMessage: 'Reset two-step verification: {name}' },
  passwordOf: { id: 'managers.password.title', defaultMessage: 'Change password: {name}' },
});

export interface ManagersListProps {
  label: string;
  managers: readonly Manager[];
  onPassword: (manager: Manager) => void;
  onRole: (manager: Manager) => void;
  onReset: (manager: Manager) => void;
  onRemove: (manager: Manager) => void;
}

export function ManagersList({ label, managers, onPassword, onRole, onReset, onRemove }: ManagersListProps) {
  const intl = useIntl();
  const you = useStore(managerSession.state)?.identity.userId;
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {managers.map((manager) => {
        const { _id, fullname, email, role, lastLogin, createdAt } = manager;
        return (
          <li key={_id} className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
            <ShieldCheck aria-hidden size={24} className="shrink-0 text-accent-ink" />
            <div className="min-w-56 tight:min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                <bdi>{fullname}</bdi>
                <Badge severity={role === 'owner' ? 'success' : 'secondary'}>
                  {intl.formatMessage(roleNames[role])}
                </Badge>
                {_id === you && <Badge severity="info">{intl.formatMessage(messages.you)}</Badge>}
              </p>
              <p className="text-sm break-all text-muted">
                <bdi dir="ltr">{email}</bdi>
              </p>
              <p className="flex flex-wrap gap-x-4 text-sm text-muted">
                <span>
                  {lastLogin
                    ? intl.formatMessage(messages.lastLogin, { at: <Moment key="at" value={lastLogin} /> })
                    : intl.formatMessage(messages.never)}
                </span>
                <span>{intl.formatMessage(messages.since, { day: <AcademyDay key="day" value={createdAt} /> })}</span>
              </p>
            </div>
            <div className="flex flex-wrap gap-2">
              <Button
                size="small"
                variant="secondary"
                aria-label={intl.formatMessage(messages.roleOf, { name: fullname })}
                onPress={() => onRole(manager)}
              >
                <UserCog aria-hidden size={16} />
                {intl.formatMessage(messages.role)}
              </Button>
              {_id === you ? (
                // One's own needs the present password, and keeps this session.
                <LinkButton
                  size="small"
                  variant="secondary"
                  to={paths.admin.account}
                  aria-label={intl.formatMessage(messages.passwordOf, { name: fullname })}
                >
                  <KeyRound aria-hidden size={16} />
                  {intl.formatMessage(messages.password)}
                </LinkButton>
              ) : (
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={intl.formatMessage(messages.passwordOf, { name: fullname })}
                  onPress={() => onPassword(manager)}
                >
                  <KeyRound aria-hidden size={16} />
                  {intl.formatMessage(messages.password)}
                </Button>
              )}
              {_id !== you && (
                <Button
                  size="small"
                  variant="secondary"
                  aria-label={intl.formatMessage(messages.resetOf, { name: fullname })}
                  onPress={() => onReset(manager)}
                >
                  <Smartphone aria-hidden size={16} />
                  {intl.formatMessage(messages.reset)}
                </Button>
              )}
              <Button
                size="small"
                variant="secondary"
                aria-label={intl.formatMessage(common.removeNamed, { name: fullname })}
                onPress={() => onRemove(manager)}
              >
                <Trash2 aria-hidden size={16} />
                {intl.formatMessage(common.remove)}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
