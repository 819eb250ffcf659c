import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { useWaiting } from '@/lib/waiting';

const messages = defineMessages({ loading: { id: 'state.loading', defaultMessage: 'Loading data. Please wait.' } });

/** Placeholder shapes, below the text of section 8. */
export function LoadingState({ rows = 3 }: { rows?: number }) {
  const intl = useIntl();
  useWaiting(true);
  return (
    <div role="status" className="flex flex-col gap-4 py-6">
      <p className="text-center text-sm text-muted">{intl.formatMessage(messages.loading)}</p>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} aria-hidden="true" className="skeleton h-20" />
      ))}
    </div>
  );
}
