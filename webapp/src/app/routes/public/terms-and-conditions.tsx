import { PageTitle } from '@/components/ui/page-title';
import { NotYet } from '@/features/site/components/not-yet';
import { PageIntro } from '@/features/site/components/page-intro';
import { Prose } from '@/features/site/components/prose';
import { useSitePages } from '@/features/site/components/site-context';
import { When } from '@/features/site/template';

export function Component() {
  const { title, intro, sections } = useSitePages().terms;
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intro} />
      <div className="page py-12">
        <When value={sections} otherwise={<NotYet />}>
          <Prose sections={sections} />
        </When>
      </div>
    </>
  );
}
