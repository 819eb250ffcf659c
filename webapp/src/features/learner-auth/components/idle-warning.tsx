import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { defineMessages } from '@/i18n/define-messages';
import { idleSettings } from '@/lib/site-settings';
import { useStore } from '@/lib/store';
import { signOutIdle } from '../api/logout';
import { useIdle } from '../use-idle';

const messages = defineMessages({
  title: { id: 'idle.title', defaultMessage: 'Are you still there?' },
  text: {
    id: 'idle.text',
    defaultMessage: 'There has been no activity for a while. Without an answer you will be signed out in:',
  },
  left: { id: 'idle.left', defaultMessage: '{seconds, plural, one {# second} other {# seconds}}' },
  stay: { id: 'idle.stay', defaultMessage: 'Yes, keep me signed in' },
  leave: { id: 'idle.leave', defaultMessage: 'Sign out' },
});

/** Active while a learner is signed in: asks an idle learner whether somebody is there, and signs out without an answer. */
export function IdleWarning({ onSignOut }: { onSignOut: () => void }) {
  const intl = useIntl();
  const settings = useStore(idleSettings);
  const away = useCallback(() => void signOutIdle(), []);
  const { left, stay } = useIdle(settings, away);
  if (left === null) return null;
  return (
    <Dialog alert isOpen onOpenChange={(open) => !open && stay()} title={intl.formatMessage(messages.title)}>
      <p className="text-muted">{intl.formatMessage(messages.text)}</p>
      {/* A timer is not announced each second, but can be read. */}
      <p role="timer" className="mt-2 text-xl font-bold">
        {intl.formatMessage(messages.left, { seconds: left })}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onPress={onSignOut}>
          {intl.formatMessage(messages.leave)}
        </Button>
        <Button autoFocus onPress={stay}>
          {intl.formatMessage(messages.stay)}
        </Button>
      </div>
    </Dialog>
  );
}
