import { CircleCheck, CircleDashed, CirclePlay, LoaderCircle } from 'lucide-react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { cx } from '@/lib/cx';
import { formatClock } from '@/lib/duration';
import type { Part, PartProgress } from '@/lib/models';

const messages = defineMessages({
  title: { id: 'watch.parts', defaultMessage: 'Lessons' },
  completed: { id: 'watch.part.completed', defaultMessage: 'Completed' },
  preparing: { id: 'watch.part.preparing', defaultMessage: 'The video is being prepared' },
  none: { id: 'watch.part.none', defaultMessage: 'No video yet' },
});

export interface PartsListProps {
  parts: readonly Part[];
  progress: readonly PartProgress[];
  currentId: string | undefined;
  playable: (partId: string) => boolean;
  onChoose: (partId: string) => void;
}

export function PartsList({ parts, progress, currentId, playable, onChoose }: PartsListProps) {
  const intl = useIntl();
  return (
    <nav aria-label={intl.formatMessage(messages.title)} className="card overflow-hidden">
      <h2 className="border-b border-line px-5 py-3 font-bold">{intl.formatMessage(messages.title)}</h2>
      <ol className="divide-y divide-line">
        {parts.map((part, index) => {
          const own = progress.find(({ partId }) => partId === part._id);
          const open = playable(part._id);
          const Icon = own?.completed ? CircleCheck : open ? CirclePlay : part.video ? LoaderCircle : CircleDashed;
          return (
            <li key={part._id}>
              <button
                type="button"
                disabled={!open}
                aria-current={part._id === currentId ? 'true' : undefined}
                onClick={() => onChoose(part._id)}
                className={cx(
                  'flex w-full items-start gap-3 px-5 py-3.5 text-start transition duration-200 disabled:opacity-60',
                  part._id === currentId ? 'bg-accent-soft' : 'enabled:hover:bg-sunken',
                )}
              >
                <Icon
                  aria-hidden
                  size={20}
                  className={cx('mt-1 shrink-0', own?.completed ? 'text-success' : 'text-accent-ink')}
                />
                <span className="min-w-0 flex-1">
                  <span className="flex gap-2 font-semibold">
                    <span className="text-muted">{intl.formatNumber(index + 1)}</span>
                    <span className="min-w-0 flex-1">
                      <bdi>{part.title}</bdi>
                    </span>
                  </span>
                  <span className="mt-1 flex items-center gap-3 text-xs text-muted">
                    {part.duration > 0 && <bdi dir="ltr">{formatClock(intl, part.duration)}</bdi>}
                    {own?.completed && <span>{intl.formatMessage(messages.completed)}</span>}
                    {own && !own.completed && own.percent > 0 && (
                      <span>{intl.formatNumber(own.percent / 100, { style: 'percent' })}</span>
                    )}
                    {!open && <span>{intl.formatMessage(part.video ? messages.preparing : messages.none)}</span>}
                  </span>
                  {own && own.percent > 0 && !own.completed && (
                    <span aria-hidden="true" className="mt-2 block h-1 overflow-hidden rounded-full bg-line">
                      <span className="block h-full bg-accent" style={{ width: `${own.percent}%` }} />
                    </span>
                  )}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
