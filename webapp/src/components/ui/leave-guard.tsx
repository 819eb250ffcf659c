import { useEffect } from 'react';
import { useIntl } from 'react-intl';
import { useBlocker } from 'react-router';
import { defineMessages } from '@/i18n/define-messages';
import { ConfirmDialog } from './confirm-dialog';

const messages = defineMessages({
  leave: { id: 'leave.leave', defaultMessage: 'Leave this page' },
  stay: { id: 'leave.stay', defaultMessage: 'Stay on this page' },
});

/** While mounted, asks before the page is left; the browser asks in its own words before it closes the page. */
export function LeaveGuard({ title, text }: { title: string; text: string }) {
  const intl = useIntl();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, []);
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      onAnswer={(leave) => (leave ? blocker.proceed?.() : blocker.reset?.())}
      title={title}
      text={text}
      yes={intl.formatMessage(messages.leave)}
      no={intl.formatMessage(messages.stay)}
    />
  );
}
