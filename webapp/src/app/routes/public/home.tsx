import { useLoaderData } from 'react-router';
import { PageTitle } from '@/components/ui/page-title';
import { fetchPublicCourses } from '@/features/site/api/fetch-public-courses';
import { HomeHero } from '@/features/site/components/home-hero';
import {
  CallToAction,
  HomeCourses,
  HomeSteps,
  HomeTestimonials,
  HomeWhy,
} from '@/features/site/components/home-sections';

/** The page is shown without courses if they cannot be fetched. */
export const loader = async () => ({ courses: await fetchPublicCourses().catch(() => []) });

export function Component() {
  const { courses } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle />
      <HomeHero />
      <HomeCourses courses={courses} />
      <HomeWhy />
      <HomeSteps />
      <HomeTestimonials />
      <CallToAction />
    </>
  );
}
