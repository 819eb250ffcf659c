import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({ empty: { id: 'state.empty', defaultMessage: 'No data found.' } });

export function EmptyState({ children }: { children?: ReactNode }) {
  const intl = useIntl();
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-14 text-center text-muted">
      <Inbox aria-hidden size={40} strokeWidth={1.4} />
      <p>{intl.formatMessage(messages.empty)}</p>
      {children}
    </div>
  );
}
