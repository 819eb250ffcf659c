import { useIntl } from 'react-intl';
import { PageTitle } from '@/components/ui/page-title';
import { Gallery } from '@/features/site/components/gallery';
import { PageIntro } from '@/features/site/components/page-intro';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  title: { id: 'gallery.title', defaultMessage: 'Photos' },
  intro: { id: 'gallery.intro', defaultMessage: 'A look into the academy.' },
});

export function Component() {
  const intl = useIntl();
  const title = intl.formatMessage(messages.title);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intl.formatMessage(messages.intro)} />
      <div className="page py-10">
        <Gallery />
      </div>
    </>
  );
}
