import { useIntl } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  gone: { id: 'courses.gone', defaultMessage: 'This course does not exist any more.' },
  back: { id: 'courses.back', defaultMessage: 'All courses' },
});

export function CourseNotFound() {
  const intl = useIntl();
  return (
    <div className="page flex max-w-xl flex-col items-start gap-5 py-12">
      <Notice severity="warn">{intl.formatMessage(messages.gone)}</Notice>
      <LinkButton to={paths.admin.courses} variant="secondary">
        {intl.formatMessage(messages.back)}
      </LinkButton>
    </div>
  );
}
