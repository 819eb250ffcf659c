import { PageTitle } from '@/components/ui/page-title';
import { Gallery } from '@/features/site/components/gallery';
import { PageIntro } from '@/features/site/components/page-intro';
import { useSiteInfo, useSitePages } from '@/features/site/components/site-context';

export function Component() {
  const { title, intro } = useSitePages().photos;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intro} />
      <div className="page py-12">
        <Gallery photos={useSiteInfo().photos} />
      </div>
    </>
  );
}
