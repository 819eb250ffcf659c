import { useIntl } from 'react-intl';
import { PageTitle } from '@/components/ui/page-title';
import { PublicCourses } from '@/features/site/components/public-courses';
import { PageIntro } from '@/features/site/components/page-intro';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({
  title: { id: 'courses.title', defaultMessage: 'Our courses' },
  intro: {
    id: 'courses.intro',
    defaultMessage: 'What you can learn with us. Sign up, and the academy opens your courses to you.',
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
        <PublicCourses />
      </div>
    </>
  );
}
