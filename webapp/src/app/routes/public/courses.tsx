import { useLoaderData } from 'react-router';
import { PageTitle } from '@/components/ui/page-title';
import { fetchPublicCourses } from '@/features/site/api/fetch-public-courses';
import { PageIntro } from '@/features/site/components/page-intro';
import { PublicCourses, type CoursesOutcome } from '@/features/site/components/public-courses';
import { useSitePages } from '@/features/site/components/site-context';

export const loader = (): Promise<CoursesOutcome> =>
  fetchPublicCourses().then(
    (courses) => ({ courses }),
    (error: unknown) => ({ error }),
  );

export function Component() {
  const { title, intro } = useSitePages().courses;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intro} />
      <div className="page py-12">
        <PublicCourses outcome={useLoaderData<typeof loader>()} />
      </div>
    </>
  );
}
