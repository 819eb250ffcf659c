import { queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import type { Assignment, Course, Progress } from '@/lib/models';

/** How to play one ready part. The addresses live as long as the session and the assignment. */
export interface Playback {
  hls: string;
  poster: string | null;
  thumbnails: string | null;
  captions: { lang: string; label: string; url: string }[];
  /** Where to go on, seconds; 0 at first and after the end. */
  position: number;
  duration: number;
}

export interface MyCourseDetail {
  assignment: Assignment;
  course: Course;
  progress: Progress;
  playback: Partial<Record<string, Playback>>;
}

/** Never asked again by itself: new addresses would restart the player in the middle of a lesson. */
export const myCourseQueryOptions = (courseId: string) =>
  queryOptions({
    queryKey: ['learner', 'course', courseId],
    queryFn: async ({ signal }) =>
      (
        await call<Answer & { result: MyCourseDetail }>(
          'POST',
          '/api/user-course/fetch-course',
          { courseId },
          { as: 'learner', signal },
        )
      ).result,
    staleTime: Infinity,
  });
