import { learnerExit, orErrorPage } from '@/app/guards';
import { myCoursesQueryOptions } from '@/features/learner-courses/api/fetch-my-courses';
import { queryClient } from '@/lib/query-client';

export { MyCourses as Component } from '@/features/learner-courses/components/my-courses';

export const loader = () => orErrorPage(() => queryClient.fetchQuery(myCoursesQueryOptions()), learnerExit);
