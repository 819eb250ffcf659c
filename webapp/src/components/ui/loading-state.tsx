import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { useWaiting } from '@/lib/waiting';

const messages = defineMessages({ loading: { id: 'state.loading', defaultMessage: 'Loading data. Please wait.' } });

/** The shapes of what comes, under the text of section 8. */
export function LoadingState({ children }: { children: ReactNode }) {
  const intl = useIntl();
  useWaiting(true);
  return (
    <div role="status" className="relative min-h-28">
      {/* Over the shapes, so that what comes stands where they stood. */}
      <p className="absolute inset-x-0 top-16 z-10 mx-auto w-fit rounded-base bg-card px-3 py-1 text-sm text-muted shadow-soft">
        {intl.formatMessage(messages.loading)}
      </p>
      {children}
    </div>
  );
}

/** A placeholder shape. */
export function Skeleton({ className = '' }: { className?: string }) {
  return <div aria-hidden="true" className={`skeleton ${className}`} />;
}
