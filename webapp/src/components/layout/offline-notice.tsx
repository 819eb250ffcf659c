import { WifiOff } from 'lucide-react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { useOfflineSaidBelow, useOnline } from '@/lib/online';

const messages = defineMessages({
  offline: {
    id: 'shell.offline',
    defaultMessage: 'You are offline. This page is updated when the connection is back.',
  },
  form: { id: 'auth.offline', defaultMessage: 'You are offline. You can continue when the connection is back.' },
});

/**
 * Says once, over the page, that there is no network, until it is back. Queries are then repeated by themselves; a
 * `form` is not sent by itself.
 */
export function OfflineNotice({ over = 'page' }: { over?: 'page' | 'form' }) {
  const intl = useIntl();
  const online = useOnline();
  const saidBelow = useOfflineSaidBelow();
  return (
    // The region exists before its text, so that screen readers announce it.
    <div role="status">
      {!online && !saidBelow && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-center text-sm font-semibold text-warn">
          <WifiOff aria-hidden size={16} className="shrink-0" />
          {intl.formatMessage(over === 'form' ? messages.form : messages.offline)}
        </p>
      )}
    </div>
  );
}
