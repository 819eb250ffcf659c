import { useEffect, useState } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { useOnline } from '@/lib/online';
import { useStore } from '@/lib/store';
import { waits } from '@/lib/waiting';

const messages = defineMessages({ slow: { id: 'state.slow', defaultMessage: 'This is taking longer than usual.' } });

/** How long a wait is usual. */
export const SLOW_MS = 5000;

/**
 * One line after some seconds of waiting for a screen or an answer, which goes by itself. It covers nothing that can be
 * pressed, and is heard in a dialog too, which makes the rest of the page inert.
 */
export function SlowNotice() {
  const online = useOnline();
  const waiting = useStore(waits) > 0;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = window.setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      window.clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return (
    // The region exists before its text, so that screen readers announce it.
    <div
      role="status"
      data-react-aria-top-layer="true"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-[60] flex justify-center px-4"
    >
      {slow && online && <Line />}
    </div>
  );
}

function Line() {
  const intl = useIntl();
  return (
    <p className="fade-in rounded-base border border-line bg-card px-4 py-2 text-sm text-muted shadow-soft">
      {intl.formatMessage(messages.slow)}
    </p>
  );
}
