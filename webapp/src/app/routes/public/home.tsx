import { Suspense } from 'react';
import { useLoaderData } from 'react-router';
import { PageTitle } from '@/components/ui/page-title';
import { fetchPublicCourses } from '@/features/site/api/fetch-public-courses';
import { HomeHero } from '@/features/site/components/home-hero';
import { HomeCallToAction, HomeCourses, HomeSteps, HomeWhy } from '@/features/site/components/home-sections';

/** The page does not wait for its courses, and does without them when they cannot be had. */
export const loader = () => ({ courses: fetchPublicCourses().catch(() => []) });

export function Component() {
  const { courses } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle />
      <HomeHero />
      <Suspense>
        <HomeCourses courses={courses} />
      </Suspense>
      <HomeWhy />
      <HomeSteps />
      <HomeCallToAction />
    </>
  );
}
