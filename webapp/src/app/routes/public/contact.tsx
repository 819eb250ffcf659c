import { useIntl } from 'react-intl';
import { PageTitle } from '@/components/ui/page-title';
import { ContactDetails } from '@/features/site/components/contact-details';
import { PageIntro } from '@/features/site/components/page-intro';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  title: { id: 'contact.title', defaultMessage: 'Contact us' },
  intro: {
    id: 'contact.intro',
    defaultMessage: 'A question about a course, your account or a payment? We are glad to hear from you.',
  },
});

export function Component() {
  const intl = useIntl();
  const title = intl.formatMessage(messages.title);
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageIntro title={title} text={intl.formatMessage(messages.intro)} />
      <div className="page py-10">
        <ContactDetails />
      </div>
    </>
  );
}
