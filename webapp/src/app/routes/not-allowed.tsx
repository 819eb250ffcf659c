import { ShieldX } from 'lucide-react';
import { useIntl } from 'react-intl';
import { MessagePage } from '@/components/layout/message-page';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  title: { id: 'notAllowed.title', defaultMessage: 'This page is not for your role' },
  text: {
    id: 'notAllowed.text',
    defaultMessage: 'Your role does not allow what is done here. An owner of the academy can change it.',
  },
  back: { id: 'notAllowed.back', defaultMessage: 'Back to the users' },
});

/** In place of a manager's screen that needs a higher role. */
export function Component() {
  const intl = useIntl();
  const title = intl.formatMessage(messages.title);
  return (
    <MessagePage mark={<ShieldX aria-hidden size={72} />} title={title}>
      <PageTitle>{title}</PageTitle>
      <p className="text-muted">{intl.formatMessage(messages.text)}</p>
      <LinkButton to={paths.admin.home}>{intl.formatMessage(messages.back)}</LinkButton>
    </MessagePage>
  );
}
