import { useIntl } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({ back: { id: 'watch.back', defaultMessage: 'All my courses' } });

/** Why a course cannot be watched: it has not started, has expired, or is not assigned to the learner. */
export function WatchRefused({ error }: { error: unknown }) {
  const intl = useIntl();
  const describe = useDescribeError();
  return (
    <div className="page flex max-w-xl flex-col items-start gap-5 py-12">
      <Notice severity="warn">{describe(error)}</Notice>
      <LinkButton to={paths.client.courses} variant="secondary">
        {intl.formatMessage(messages.back)}
      </LinkButton>
    </div>
  );
}
