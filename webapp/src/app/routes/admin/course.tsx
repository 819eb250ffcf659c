import { useLoaderData, useParams, type LoaderFunctionArgs } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { courseLearnersQueryOptions } from '@/features/assignments/api/assignments';
import { CourseLearnersPanel } from '@/features/assignments/components/course-learners-panel';
import { coursesQueryOptions } from '@/features/courses/api/courses';
import { CourseHead } from '@/features/courses/components/course-head';
import { queryClient } from '@/lib/query-client';

export const loader = ({ params }: LoaderFunctionArgs) =>
  orErrorPage(async () => {
    const courses = await queryClient.fetchQuery(coursesQueryOptions());
    // A course that is gone is told on this screen.
    const known = courses.some(({ _id }) => _id === params.courseId);
    if (known) await queryClient.fetchQuery(courseLearnersQueryOptions(params.courseId ?? ''));
    return { known };
  }, managerExit);

export function Component() {
  const { courseId = '' } = useParams();
  const { known } = useLoaderData<typeof loader>();
  return (
    <div className="page flex flex-col gap-6 py-8">
      <CourseHead courseId={courseId} />
      {known && <CourseLearnersPanel key={courseId} courseId={courseId} />}
    </div>
  );
}
