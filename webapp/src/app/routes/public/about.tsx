import { PageTitle } from '@/components/ui/page-title';
import { HeroArt } from '@/features/site/components/hero-art';
import { CallToAction } from '@/features/site/components/home-sections';
import { NotYet } from '@/features/site/components/not-yet';
import { PageIntro } from '@/features/site/components/page-intro';
import { Points } from '@/features/site/components/points';
import { Prose } from '@/features/site/components/prose';
import { useSitePages } from '@/features/site/components/site-context';
import { When } from '@/features/site/template';

export function Component() {
  const { title, intro, sections, values } = useSitePages().about;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intro} />
      <div className="page grid items-start gap-12 py-14 desk:grid-cols-[1fr_24rem]">
        <When value={sections} otherwise={<NotYet />}>
          <Prose sections={sections} />
        </When>
        <div className="hidden desk:sticky desk:top-28 desk:block">
          <HeroArt />
        </div>
      </div>
      <When value={values}>
        <div className="page pb-14">
          <Points points={values} />
        </div>
      </When>
      <CallToAction />
    </>
  );
}
