import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { defineMessages } from '@/i18n/define-messages';
import { formatClock } from '@/lib/duration';

const messages = defineMessages({
  title: { id: 'watch.continue.title', defaultMessage: 'Continue Watching?' },
  text: { id: 'watch.continue.text', defaultMessage: 'You stopped at {position}.' },
  resume: { id: 'watch.continue.resume', defaultMessage: 'Resume' },
  restart: { id: 'watch.continue.restart', defaultMessage: 'Start over' },
});

export function ContinueDialog({ position, onAnswer }: { position: number; onAnswer: (resume: boolean) => void }) {
  const intl = useIntl();
  return (
    <Dialog alert isOpen onOpenChange={(open) => !open && onAnswer(true)} title={intl.formatMessage(messages.title)}>
      <p className="text-muted">
        {intl.formatMessage(messages.text, {
          position: (
            <bdi key="position" dir="ltr" className="font-semibold text-ink">
              {formatClock(intl, position)}
            </bdi>
          ),
        })}
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onPress={() => onAnswer(false)}>
          {intl.formatMessage(messages.restart)}
        </Button>
        <Button autoFocus onPress={() => onAnswer(true)}>
          {intl.formatMessage(messages.resume)}
        </Button>
      </div>
    </Dialog>
  );
}
