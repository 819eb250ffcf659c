import { useIntl } from 'react-intl';
import { MessagePage } from '@/components/layout/message-page';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  text: { id: 'notFound.text', defaultMessage: 'The page you are looking for could not be found.' },
  back: { id: 'notFound.back', defaultMessage: 'BACK TO HOME' },
});

export function Component() {
  const intl = useIntl();
  const text = intl.formatMessage(messages.text);
  return (
    <MessagePage mark={<span className="text-7xl font-extrabold">{intl.formatNumber(404)}</span>} title={text}>
      <PageTitle>{text}</PageTitle>
      <LinkButton to={paths.home}>{intl.formatMessage(messages.back)}</LinkButton>
    </MessagePage>
  );
}
