import { lazy, Suspense } from 'react';
import { useParams, type LoaderFunctionArgs } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { LoadingState } from '@/components/ui/loading-state';
import { courseQueryOptions } from '@/features/courses/api/courses';
import { CoursePreview } from '@/features/courses/components/course-preview';
import { PartsList } from '@/features/watch/components/parts-list';
import { queryClient } from '@/lib/query-client';
import { managerSession } from '@/lib/session';

const LessonPlayer = lazy(() => import('@/features/watch/components/lesson-player'));

/** Refetched each time, because a video may have become ready since. */
export const loader = ({ params: { courseId = '' } }: LoaderFunctionArgs) =>
  orErrorPage(() => queryClient.fetchQuery({ ...courseQueryOptions(courseId), staleTime: 0 }), managerExit);
export const shouldRevalidate = () => false;

export function Component() {
  const { courseId = '' } = useParams();
  return (
    <CoursePreview
      key={courseId}
      courseId={courseId}
      player={({ part, playback, autoPlay, onEnded, onFailed }) => (
        <Suspense fallback={<LoadingState rows={1} />}>
          <LessonPlayer
            key={playback.hls}
            title={part.title}
            playback={playback}
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
      list={(list) => <PartsList {...list} progress={[]} />}
    />
  );
}
