import { useIntl } from 'react-intl';
import { PageTitle } from '@/components/ui/page-title';
import { PageIntro } from '@/features/site/components/page-intro';
import { Prose } from '@/features/site/components/prose';
import { useSiteInfo } from '@/features/site/components/site-context';
import { aboutMessages, aboutSections } from '@/features/site/components/about-texts';

export function Component() {
  const intl = useIntl();
  const { name } = useSiteInfo();
  const title = intl.formatMessage(aboutMessages.title);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intl.formatMessage(aboutMessages.intro, { name })} />
      <Prose sections={aboutSections} />
    </>
  );
}
