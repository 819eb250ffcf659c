import { useParams } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { coursesQueryOptions } from '@/features/courses/api/courses';
import { CourseUpdate } from '@/features/courses/components/course-update';
import { queryClient } from '@/lib/query-client';

export const loader = () => orErrorPage(() => queryClient.fetchQuery(coursesQueryOptions()), managerExit);

export function Component() {
  const { courseId = '' } = useParams();
  return <CourseUpdate key={courseId} courseId={courseId} />;
}
