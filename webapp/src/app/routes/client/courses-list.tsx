import { learnerExit, orErrorPage } from '@/app/guards';
import { useWhenIdle } from '@/components/ui/late';
import { myCoursesQueryOptions } from '@/features/learner-courses/api/fetch-my-courses';
import { MyCourses } from '@/features/learner-courses/components/my-courses';
import { loadPlayer } from '@/features/watch/load-player';
import { queryClient } from '@/lib/query-client';

export const loader = () => orErrorPage(() => queryClient.fetchQuery(myCoursesQueryOptions()), learnerExit);

export function Component() {
  // The next page is a lesson.
  useWhenIdle(loadPlayer);
  return <MyCourses />;
}
