import { useIntl } from 'react-intl';
import { PageTitle } from '@/components/ui/page-title';
import { PageIntro } from '@/features/site/components/page-intro';
import { Prose } from '@/features/site/components/prose';
import { useSiteInfo } from '@/features/site/components/site-context';
import { termsMessages, termsSections } from '@/features/site/components/terms-texts';

export function Component() {
  const intl = useIntl();
  const { name } = useSiteInfo();
  const title = intl.formatMessage(termsMessages.title);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intl.formatMessage(termsMessages.intro, { name })} />
      <Prose sections={termsSections} />
    </>
  );
}
