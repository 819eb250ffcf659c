import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { ProgressBar } from '@/components/ui/progress-bar';
import { defineMessages } from '@/i18n/define-messages';
import type { Progress } from '../api/bulk-change';

const messages = defineMessages({
  done: { id: 'users.work', defaultMessage: '{done} of {total}' },
  stop: { id: 'users.work.stop', defaultMessage: 'Stop' },
});

/** How far something has come that takes its time, with the way to stop it there. */
export function BulkProgress({ label, progress, onStop }: { label: string; progress: Progress; onStop: () => void }) {
  const intl = useIntl();
  const { done, total } = progress;
  const figure = intl.formatMessage(messages.done, { done: intl.formatNumber(done), total: intl.formatNumber(total) });
  return (
    <div
      role="group"
      aria-label={label}
      className="fade-in card sticky bottom-4 z-20 flex flex-wrap items-center gap-4 px-4 py-2.5 shadow-pop"
    >
      <span className="text-sm font-semibold">{label}</span>
      <div className="min-w-40 tight:min-w-0 flex-1">
        <ProgressBar labelHidden label={label} value={total > 0 ? (done / total) * 100 : 0} />
      </div>
      <span className="text-sm text-muted tabular-nums">{figure}</span>
      <Button variant="secondary" size="small" onPress={onStop}>
        {intl.formatMessage(messages.stop)}
      </Button>
    </div>
  );
}
