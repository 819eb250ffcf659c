import { lazy, Suspense, useRef } from 'react';
import { useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { VideoSpace } from '@/components/ui/video-space';
import { courseQueryOptions } from '@/features/courses/api/courses';
import { CoursePreview } from '@/features/courses/components/course-preview';
import type { LessonPlayerHandle } from '@/features/watch/components/lesson-player';
import { loadPlayer } from '@/features/watch/load-player';
import { LessonText } from '@/features/watch/components/lesson-text';
import { PartsList } from '@/features/watch/components/parts-list';
import { queryClient } from '@/lib/query-client';
import { managerSession } from '@/lib/session';

const LessonPlayer = lazy(loadPlayer);

/** Refetched each time, because a video may have become ready since. */
export const loader = ({ params: { courseId = '' } }: LoaderFunctionArgs) =>
  orErrorPage(() => queryClient.fetchQuery({ ...courseQueryOptions(courseId), staleTime: 0 }), managerExit);
export const shouldRevalidate = () => false;

export function Component() {
  const { courseId = '' } = useParams();
  const course = useLoaderData<typeof loader>();
  const shown = useRef<LessonPlayerHandle>(null);
  return (
    <CoursePreview
      key={courseId}
      courseId={courseId}
      player={({ part, playback, autoPlay, onEnded, onFailed }) => (
        <Suspense fallback={<VideoSpace />}>
          <LessonPlayer
            key={playback.hls}
            title={part.title}
            courseTitle={course?.title ?? ''}
            description={part.description}
            playback={playback}
            ref={shown}
            startAt={() => 0}
            autoPlay={() => autoPlay}
            watermark={managerSession.state.get()?.identity.fullname ?? ''}
            held={false}
            onTick={() => undefined}
            onPlay={() => undefined}
            onPause={() => undefined}
            onJump={() => undefined}
            onEnded={onEnded}
            onFailed={onFailed}
          />
        </Suspense>
      )}
      text={(part) => <LessonText part={part} onChoose={({ from }) => shown.current?.playFrom(from)} />}
      list={(list) => <PartsList {...list} progress={[]} />}
    />
  );
}
