import { managerExit, orErrorPage } from '@/app/guards';
import { coursesQueryOptions } from '@/features/courses/api/courses';
import { queryClient } from '@/lib/query-client';

export { CoursesPage as Component } from '@/features/courses/components/courses-page';

export const loader = () => orErrorPage(() => queryClient.fetchQuery(coursesQueryOptions()), managerExit);
