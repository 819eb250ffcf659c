import { lazy, Suspense, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { LoadingState } from '@/components/ui/loading-state';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { isApiError } from '@/lib/api-error';
import type { Part, Progress } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import type { Playback } from '@/lib/models';
import { myCourseQueryOptions } from '../api/fetch-my-course';
import { useProgressSaver } from '../use-progress-saver';
import { ContinueDialog } from './continue-dialog';

const LessonPlayer = lazy(() => import('./lesson-player'));

const messages = defineMessages({
  failed: { id: 'watch.failed', defaultMessage: 'The video could not be loaded.' },
  again: { id: 'watch.again', defaultMessage: 'Try again' },
});

/** A saved place this near to the beginning is not worth a question. */
const ASK_FROM_SECONDS = 5;

export interface LessonProps {
  courseId: string;
  part: Part;
  playback: Playback;
  /** Where the learner left off, seconds. */
  position: number;
  onProgress: (progress: Progress) => void;
  onRefused: (error: unknown) => void;
}

/** One part: asks where to begin, plays it, and saves how far it was watched. */
export function Lesson({ courseId, part, playback, position, onProgress, onRefused }: LessonProps) {
  const intl = useIntl();
  const [savedAt] = useState(position);
  const [start, setStart] = useState<{ at: number; autoPlay: boolean } | null>(
    savedAt > ASK_FROM_SECONDS ? null : { at: 0, autoPlay: false },
  );
  const [failed, setFailed] = useState(false);
  const reached = useRef(savedAt);
  const saver = useProgressSaver(courseId, part._id, onProgress, onRefused);

  /** Asks what became of the course: an ended session moves on by itself, an ended course is told, else new addresses come. */
  const reload = async () => {
    try {
      await queryClient.fetchQuery({ ...myCourseQueryOptions(courseId), staleTime: 0 });
      setStart({ at: reached.current, autoPlay: true });
      setFailed(false);
    } catch (error) {
      if (isApiError(error) && error.status === 403) onRefused(error);
    }
  };

  return (
    <section aria-label={part.title}>
      {!start && (
        <ContinueDialog
          position={savedAt}
          onAnswer={(resume) => setStart({ at: resume ? savedAt : 0, autoPlay: true })}
        />
      )}
      {failed ? (
        <div className="grid aspect-video place-items-center rounded-card bg-sunken p-6">
          <Notice severity="error">
            <p className="mb-3">{intl.formatMessage(messages.failed)}</p>
            <Button size="small" variant="secondary" onPress={() => void reload()}>
              {intl.formatMessage(messages.again)}
            </Button>
          </Notice>
        </div>
      ) : start ? (
        <Suspense fallback={<LoadingState rows={1} />}>
          <LessonPlayer
            title={part.title}
            playback={playback}
            startAt={start.at}
            autoPlay={start.autoPlay}
            onTick={(at, playing) => {
              if (playing) reached.current = at;
              saver.tick(at, playing);
            }}
            onPause={saver.save}
            onEnded={saver.save}
            onFailed={() => setFailed(true)}
          />
        </Suspense>
      ) : (
        <div className="aspect-video rounded-card bg-black" />
      )}
      <h2 className="mt-4 text-xl font-bold" dir="auto">
        {part.title}
      </h2>
      {part.description && (
        <p className="mt-1 whitespace-pre-line text-muted" dir="auto">
          {part.description}
        </p>
      )}
    </section>
  );
}
