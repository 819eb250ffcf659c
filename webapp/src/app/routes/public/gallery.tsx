import { PageTitle } from '@/components/ui/page-title';
import { Gallery } from '@/features/site/components/gallery';
import { NotYet } from '@/features/site/components/not-yet';
import { PageIntro } from '@/features/site/components/page-intro';
import { useSiteInfo, useSitePages } from '@/features/site/components/site-context';
import { When } from '@/features/site/template';

export function Component() {
  const { title, intro } = useSitePages().photos;
  const { photos } = useSiteInfo();
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intro} />
      <div className="page py-12">
        <When value={photos} otherwise={<NotYet />}>
          <Gallery photos={photos} />
        </When>
      </div>
    </>
  );
}
