import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { EmptyState } from '@/components/ui/empty-state';
import { PageTitle } from '@/components/ui/page-title';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { queryKeys } from '@/lib/query-keys';
import { useStore } from '@/lib/store';
import { myCourseQueryOptions } from '../api/fetch-my-course';
import { autoplayNext, setAutoplayNext } from '../autoplay';
import { useCourseWatch } from '../use-course-watch';
import { useMediaKeys } from '../use-media-keys';
import { Lesson } from './lesson';
import { PartsList } from './parts-list';
import { WatchRefused } from './watch-refused';

const messages = defineMessages({
  back: { id: 'watch.back', defaultMessage: 'All my courses' },
  progress: { id: 'watch.progress', defaultMessage: '{percent} watched' },
  none: {
    id: 'watch.none',
    defaultMessage: 'The lessons have no video yet. They can be watched here as soon as the academy adds one.',
  },
  next: { id: 'watch.next', defaultMessage: 'Next lesson' },
  autoplay: { id: 'watch.autoplay', defaultMessage: 'Autoplay next lesson' },
});

/** The watch screen of one assigned course: the player, the lessons, and where the learner is in them. */
export function WatchCourse({ courseId }: { courseId: string }) {
  const intl = useIntl();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(myCourseQueryOptions(courseId));
  const { course, playback } = data;
  const [progress, setProgress] = useState(data.progress);
  const [refusal, setRefusal] = useState<unknown>(null);
  const playable = (partId: string) => Boolean(playback[partId]);
  const [{ chosen, follows }, setChosen] = useState<{ chosen: string | undefined; follows: boolean }>(() => {
    const last = data.progress.lastPartId;
    return {
      chosen: last && playable(last) ? last : course.parts.find((part) => playable(part._id))?._id,
      follows: false,
    };
  });
  const autoplay = useStore(autoplayNext);
  useCourseWatch(courseId, data.assignment.expiryDate, setRefusal);

  const part = course.parts.find(({ _id }) => _id === chosen);
  const stream = part && playback[part._id];
  const at = part ? course.parts.indexOf(part) : 0;
  const previous = course.parts.slice(0, at).findLast(({ _id }) => playable(_id));
  const next = part && course.parts.slice(at + 1).find(({ _id }) => playable(_id));
  const playNext = () => next && setChosen({ chosen: next._id, follows: true });
  useMediaKeys(
    refusal || !previous ? undefined : () => setChosen({ chosen: previous._id, follows: true }),
    refusal || !next ? undefined : playNext,
  );

  if (refusal) return <WatchRefused error={refusal} />;
  return (
    <div className="page page-wide py-6">
      <PageTitle>{course.title}</PageTitle>
      <TextLink to={paths.client.courses}>{intl.formatMessage(messages.back)}</TextLink>
      <div className="mt-2 mb-5 flex flex-wrap items-baseline justify-between gap-3">
        <h1 className="text-2xl font-bold" dir="auto">
          {course.title}
        </h1>
        <p className="text-sm text-muted">
          {intl.formatMessage(messages.progress, {
            percent: intl.formatNumber(progress.percent / 100, { style: 'percent' }),
          })}
        </p>
      </div>
      <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {part && stream ? (
            <Lesson
              key={part._id}
              courseId={courseId}
              courseTitle={course.title}
              part={part}
              playback={stream}
              position={progress.parts.find(({ partId }) => partId === part._id)?.position ?? stream.position}
              onProgress={(next) => {
                setProgress(next);
                void queryClient.invalidateQueries({ queryKey: queryKeys.myself.courses });
              }}
              onRefused={setRefusal}
              follows={follows}
              onEnded={() => autoplay && playNext()}
            />
          ) : (
            <EmptyState text={intl.formatMessage(messages.none)} />
          )}
          {part && course.parts.length > 1 && (
            <div className="mt-4 flex flex-wrap items-center justify-between gap-3">
              <Checkbox isSelected={autoplay} onChange={setAutoplayNext}>
                {intl.formatMessage(messages.autoplay)}
              </Checkbox>
              {next && (
                <Button variant="secondary" onPress={playNext}>
                  {intl.formatMessage(messages.next)}
                </Button>
              )}
            </div>
          )}
          {course.description && (
            <p className="mt-6 max-w-3xl whitespace-pre-line text-muted" dir="auto">
              {course.description}
            </p>
          )}
        </div>
        <PartsList
          parts={course.parts}
          progress={progress.parts}
          currentId={part?._id}
          playable={playable}
          onChoose={(partId) => setChosen({ chosen: partId, follows: false })}
        />
      </div>
    </div>
  );
}
