import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({ loading: { id: 'state.loading', defaultMessage: 'Loading data. Please wait.' } });

/** Placeholder shapes, with a text for screen readers. */
export function LoadingState({ rows = 3 }: { rows?: number }) {
  const intl = useIntl();
  return (
    <div role="status" className="flex flex-col gap-4 py-6">
      <span className="sr-only">{intl.formatMessage(messages.loading)}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} aria-hidden="true" className="skeleton h-20" />
      ))}
    </div>
  );
}
