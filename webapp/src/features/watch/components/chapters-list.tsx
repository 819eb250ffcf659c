import { useId } from 'react';
import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';
import { formatClock } from '@/lib/duration';
import type { Chapter } from '../chapters';

const messages = defineMessages({
  title: { id: 'watch.chapters', defaultMessage: 'Chapters' },
});

/** The chapters of a lesson; a press plays from there. */
export function ChaptersList({
  chapters,
  onChoose,
}: {
  chapters: readonly Chapter[];
  onChoose: (chapter: Chapter) => void;
}) {
  const intl = useIntl();
  const id = useId();
  return (
    <div className="mt-4">
      <h3 id={id} className="font-bold">
        {intl.formatMessage(messages.title)}
      </h3>
      <ol aria-labelledby={id} className="mt-1 grid max-w-3xl">
        {chapters.map((chapter) => (
          <li key={chapter.from}>
            <button
              type="button"
              onClick={() => onChoose(chapter)}
              className="flex min-h-11 w-full items-baseline gap-3 rounded-base px-2 py-2.5 text-start transition duration-200 hover:bg-sunken"
            >
              <bdi dir="ltr" className="min-w-12 shrink-0 text-sm font-semibold text-accent-ink tabular-nums">
                {formatClock(intl, chapter.from)}
              </bdi>
              <span className="min-w-0 flex-1">
                <bdi>{chapter.title}</bdi>
              </span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
