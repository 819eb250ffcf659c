import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { managerExit, orErrorPage } from '@/app/guards';
import { coursesPageQueryOptions } from '@/features/courses/api/courses';
import { coursesFilterOf, coursesUrl } from '@/features/courses/courses-filter';
import { readListUrl } from '@/lib/list-url';
import { queryClient } from '@/lib/query-client';

export { CoursesPage as Component } from '@/features/courses/components/courses-page';

export const loader = ({ request }: LoaderFunctionArgs) => {
  const { searchParams } = new URL(request.url);
  const filter = coursesFilterOf(readListUrl(coursesUrl, searchParams));
  return orErrorPage(() => queryClient.fetchQuery(coursesPageQueryOptions(filter)), managerExit);
};

/** The list itself follows its address. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname;
