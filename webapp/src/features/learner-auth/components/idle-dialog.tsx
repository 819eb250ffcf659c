import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  title: { id: 'idle.title', defaultMessage: 'Are you still there?' },
  text: {
    id: 'idle.text',
    defaultMessage: 'You have been inactive for a while. You will be signed out in:',
  },
  left: { id: 'idle.left', defaultMessage: '{seconds, plural, one {# second} other {# seconds}}' },
  stay: { id: 'idle.stay', defaultMessage: 'Yes, keep me signed in' },
  leave: { id: 'idle.leave', defaultMessage: 'Sign out' },
});

/** The question to an idle learner, with the seconds that are left for the answer. */
export function IdleDialog({ left, onStay, onSignOut }: { left: number; onStay: () => void; onSignOut: () => void }) {
  const intl = useIntl();
  return (
    <Dialog alert isOpen onOpenChange={(open) => !open && onStay()} title={intl.formatMessage(messages.title)}>
      <p className="text-muted">{intl.formatMessage(messages.text)}</p>
      {/* A timer is not announced each second, but can be read. */}
      <p role="timer" className="mt-2 text-xl font-bold">
        {intl.formatMessage(messages.left, { seconds: left })}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onPress={onSignOut}>
          {intl.formatMessage(messages.leave)}
        </Button>
        <Button autoFocus onPress={onStay}>
          {intl.formatMessage(messages.stay)}
        </Button>
      </div>
    </Dialog>
  );
}
