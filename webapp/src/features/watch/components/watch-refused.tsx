import { useIntl } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({ back: { id: 'watch.back', defaultMessage: 'All my courses' } });

/** Why a course cannot be watched: it has not started, has expired, or is not assigned to the learner. */
export function WatchRefused({ error }: { error: unknown }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const title = describe(error);
  return (
    <div className="page flex flex-col items-start gap-5 py-12">
      <PageTitle>{title}</PageTitle>
      {/* It may come while a lesson is being watched. */}
      <div role="status">
        <h1 className="max-w-xl text-2xl font-bold">{title}</h1>
      </div>
      <LinkButton to={paths.client.courses} variant="secondary">
        {intl.formatMessage(messages.back)}
      </LinkButton>
    </div>
  );
}
