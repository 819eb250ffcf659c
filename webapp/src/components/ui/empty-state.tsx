import { Inbox } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({ empty: { id: 'state.empty', defaultMessage: 'No data found.' } });

/** An empty list: one sentence that says what will fill it, or that a search found nothing; and what can be done now. */
export function EmptyState({ text, children }: { text?: string; children?: ReactNode }) {
  const intl = useIntl();
  return (
    <div className="flex flex-col items-center gap-3 px-6 py-14 text-center text-muted">
      <Inbox aria-hidden size={40} strokeWidth={1.4} />
      <p>{text ?? intl.formatMessage(messages.empty)}</p>
      {children}
    </div>
  );
}
