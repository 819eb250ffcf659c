import { useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router';
import { learnerExit, orErrorPage } from '@/app/guards';
import { myCourseQueryOptions } from '@/features/watch/api/fetch-my-course';
import { WatchCourse } from '@/features/watch/components/watch-course';
import { WatchRefused } from '@/features/watch/components/watch-refused';
import { isApiError } from '@/lib/api-error';
import { queryClient } from '@/lib/query-client';

const load = async (courseId: string): Promise<{ refusal: unknown }> => {
  try {
    await queryClient.fetchQuery({ ...myCourseQueryOptions(courseId), staleTime: 0 });
    return { refusal: null };
  } catch (error) {
    // This screen says so if the course is not open to the learner; other errors go to the error page.
    if (isApiError(error, 'course_not_started', 'course_expired', 'assignment_not_found', 'course_not_found'))
      return { refusal: error };
    throw error;
  }
};

export const loader = ({ params }: LoaderFunctionArgs) => orErrorPage(() => load(params.courseId ?? ''), learnerExit);

export function Component() {
  const { courseId = '' } = useParams();
  const { refusal } = useLoaderData<typeof loader>();
  if (refusal) return <WatchRefused error={refusal} />;
  return <WatchCourse key={courseId} courseId={courseId} />;
}
