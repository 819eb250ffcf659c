import { useIntl } from 'react-intl';
import { Gone } from '@/components/ui/gone';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  gone: { id: 'courses.gone', defaultMessage: 'This course no longer exists.' },
  back: { id: 'courses.back', defaultMessage: 'All courses' },
});

export function CourseNotFound() {
  const intl = useIntl();
  return (
    <Gone title={intl.formatMessage(messages.gone)} to={paths.admin.courses} back={intl.formatMessage(messages.back)} />
  );
}
