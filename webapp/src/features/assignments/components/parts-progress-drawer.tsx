import { CircleCheck } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Drawer } from '@/components/ui/drawer';
import { EmptyState } from '@/components/ui/empty-state';
import { Moment } from '@/components/ui/moment';
import { ProgressBar } from '@/components/ui/progress-bar';
import { defineMessages } from '@/i18n/define-messages';
import { formatClock } from '@/lib/duration';
import type { Assignment, Part, PartProgress } from '@/lib/models';

const messages = defineMessages({
  title: { id: 'assign.progress.parts', defaultMessage: 'Progress by lesson' },
  none: { id: 'progress.parts.none', defaultMessage: 'The course has no lessons yet.' },
  watched: { id: 'assign.progress.watched', defaultMessage: 'Watched {watched} of {duration}' },
  last: { id: 'assign.progress.last', defaultMessage: 'last watched {at}' },
  never: { id: 'assign.progress.never', defaultMessage: 'Not watched yet' },
  completed: { id: 'watch.part.completed', defaultMessage: 'Completed' },
  novideo: { id: 'watch.part.none', defaultMessage: 'No video yet' },
  rule: {
    id: 'assign.progress.rule',
    defaultMessage: 'A lesson counts as completed once {percent} has been watched.',
  },
});

/** How far a learner is in each part of a course. */
export function PartsProgressDrawer({ assignment, onClose }: { assignment: Assignment; onClose: () => void }) {
  const intl = useIntl();
  const { course, progress } = assignment;
  return (
    <Drawer side="end" isOpen title={intl.formatMessage(messages.title)} onOpenChange={(open) => !open && onClose()}>
      <p className="font-semibold">
        <bdi>{course.title}</bdi>
      </p>
      {course.parts.length === 0 ? (
        <EmptyState text={intl.formatMessage(messages.none)} />
      ) : (
        <ol aria-label={intl.formatMessage(messages.title)} className="divide-y divide-line">
          {course.parts.map((part, index) => (
            <PartRow
              key={part._id}
              number={index + 1}
              part={part}
              progress={progress?.parts.find(({ partId }) => partId === part._id)}
            />
          ))}
        </ol>
      )}
      {progress && (
        <p className="text-xs text-muted">
          {intl.formatMessage(messages.rule, {
            percent: intl.formatNumber(progress.completePercent / 100, { style: 'percent' }),
          })}
        </p>
      )}
    </Drawer>
  );
}

function PartRow({ number, part, progress }: { number: number; part: Part; progress: PartProgress | undefined }) {
  const intl = useIntl();
  const clock = (seconds: number) => <bdi dir="ltr">{formatClock(intl, seconds)}</bdi>;
  const duration = progress?.duration || part.duration;
  return (
    <li className="flex flex-col gap-2 py-3">
      <p className="flex gap-2 text-sm font-semibold">
        <span className="text-muted">{intl.formatNumber(number)}</span>
        <span className="min-w-0 flex-1">
          <bdi>{part.title}</bdi>
        </span>
        {progress?.completed && (
          <>
            <CircleCheck aria-hidden size={18} className="shrink-0 text-success" />
            <span className="sr-only">{intl.formatMessage(messages.completed)}</span>
          </>
        )}
      </p>
      {duration > 0 && <ProgressBar labelHidden label={part.title} value={progress?.percent ?? 0} />}
      <p className="flex flex-wrap gap-x-3 text-xs text-muted">
        {duration <= 0 ? (
          <span>{intl.formatMessage(messages.novideo)}</span>
        ) : progress && progress.watchedSeconds > 0 ? (
          <>
            <span>
              {intl.formatMessage(messages.watched, {
                watched: clock(progress.watchedSeconds),
                duration: clock(duration),
              })}
            </span>
            {progress.updatedAt && (
              <span>{intl.formatMessage(messages.last, { at: <Moment key="at" value={progress.updatedAt} /> })}</span>
            )}
          </>
        ) : (
          <span>{intl.formatMessage(messages.never)}</span>
        )}
      </p>
    </li>
  );
}
