import { KeyRound } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Moment } from '@/components/ui/moment';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { twoFactor } from '@/i18n/two-factor-messages';
import type { Passkey } from '@/lib/api/schema';

const messages = defineMessages({
  label: { id: 'passkeys.list', defaultMessage: 'Your passkeys' },
  synced: { id: 'passkeys.synced', defaultMessage: 'Synced' },
  made: { id: 'passkeys.made', defaultMessage: 'Added {at}' },
  used: { id: 'passkeys.used', defaultMessage: 'Last sign-in {at}' },
  unused: { id: 'passkeys.unused', defaultMessage: 'Not used yet' },
});

/** Returns a function that names a passkey, also one without a name. */
export function usePasskeyName(): (passkey: Passkey) => string {
  const intl = useIntl();
  return ({ name }) => name || intl.formatMessage(twoFactor.passkey);
}

/** Passkeys: whose device, since when, and when they last signed in. */
export function PasskeyList({
  passkeys,
  onRemove,
}: {
  passkeys: readonly Passkey[];
  onRemove: (passkey: Passkey) => void;
}) {
  const intl = useIntl();
  const nameOf = usePasskeyName();
  return (
    <ul aria-label={intl.formatMessage(messages.label)} className="divide-y divide-line border-y border-line">
      {passkeys.map((passkey) => (
        <li key={passkey._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <KeyRound aria-hidden size={22} className="shrink-0 text-accent-ink" />
          <div className="min-w-48 tight:min-w-0 flex-1">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
              <bdi className="min-w-0 break-words">{nameOf(passkey)}</bdi>
              {passkey.synced && <Badge severity="info">{intl.formatMessage(messages.synced)}</Badge>}
            </p>
            <p className="flex flex-wrap gap-x-3 text-sm text-muted">
              <span>{intl.formatMessage(messages.made, { at: <Moment key="at" value={passkey.createdAt} /> })}</span>
              <span>
                {passkey.lastUsedAt
                  ? intl.formatMessage(messages.used, { at: <Moment key="at" value={passkey.lastUsedAt} /> })
                  : intl.formatMessage(messages.unused)}
              </span>
            </p>
          </div>
          <Button
            size="small"
            variant="secondary"
            aria-label={intl.formatMessage(common.removeNamed, { name: nameOf(passkey) })}
            onPress={() => onRemove(passkey)}
          >
            {intl.formatMessage(common.remove)}
          </Button>
        </li>
      ))}
    </ul>
  );
}
