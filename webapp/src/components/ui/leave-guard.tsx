import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './confirm-dialog';

/** While mounted, asks before the page is left; the browser asks in its own words before it closes the page. */
export function LeaveGuard({ title, text }: { title: string; text: string }) {
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
    />
  );
}
