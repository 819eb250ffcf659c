import { useParams, type LoaderFunctionArgs } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { courseQueryOptions } from '@/features/courses/api/courses';
import { CourseUpdate } from '@/features/courses/components/course-update';
import { queryClient } from '@/lib/query-client';

/** Refetched, because what is edited here replaces what is stored. */
export const loader = ({ params: { courseId = '' } }: LoaderFunctionArgs) =>
  orErrorPage(() => queryClient.fetchQuery(courseQueryOptions(courseId)), managerExit);

export function Component() {
  const { courseId = '' } = useParams();
  return <CourseUpdate key={courseId} courseId={courseId} />;
}
