import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { Button } from './button';
import { Notice } from './notice';

const messages = defineMessages({ retry: { id: 'errorPage.again', defaultMessage: 'Try again' } });

export function RetryButton({ onRetry }: { onRetry: () => unknown }) {
  const intl = useIntl();
  return (
    <Button size="small" variant="secondary" className="mt-2 self-start" onPress={() => void onRetry()}>
      {intl.formatMessage(messages.retry)}
    </Button>
  );
}

/** An error with a button to try again. */
export function RetryNotice({ children, onRetry }: { children: ReactNode; onRetry: () => unknown }) {
  return (
    <Notice severity="error">
      {typeof children === 'string' ? <p>{children}</p> : children}
      <RetryButton onRetry={onRetry} />
    </Notice>
  );
}
