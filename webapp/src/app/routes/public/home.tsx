import { PageTitle } from '@/components/ui/page-title';
import { HomeHero } from '@/features/site/components/home-hero';
import { HomeCallToAction, HomeCourses, HomeSteps, HomeWhy } from '@/features/site/components/home-sections';

export function Component() {
  return (
    <>
      <PageTitle />
      <HomeHero />
      <HomeCourses />
      <HomeWhy />
      <HomeSteps />
      <HomeCallToAction />
    </>
  );
}
