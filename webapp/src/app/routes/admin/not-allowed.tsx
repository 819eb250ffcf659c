import { useIntl } from 'react-intl';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  title: { id: 'notAllowed.title', defaultMessage: 'Your role has no access to this page' },
  text: { id: 'notAllowed.text', defaultMessage: 'An owner of the academy can change your role.' },
  back: { id: 'notAllowed.back', defaultMessage: 'Back to Users' },
});

/** Where managers end up whose role is too low for a screen. */
export function Component() {
  const intl = useIntl();
  const title = intl.formatMessage(messages.title);
  return (
    <div className="page flex flex-col items-start gap-5 py-12">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold">{title}</h1>
      <p className="text-muted">{intl.formatMessage(messages.text)}</p>
      <LinkButton to={paths.admin.users}>{intl.formatMessage(messages.back)}</LinkButton>
    </div>
  );
}
