import { CloudAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useNavigate } from 'react-router';
import { wantedPage } from '@/app/wanted-page';
import { MessagePage } from '@/components/layout/message-page';
import { buttonClass } from '@/components/ui/button-styles';
import { LinkButton } from '@/components/ui/link-button';
import { PageTitle } from '@/components/ui/page-title';
import { defineMessages } from '@/i18n/define-messages';
import { useOnline } from '@/lib/online';
import { paths } from '@/lib/paths';
import { isReachable } from '@/lib/reachable';
import { useWhenBack } from '@/lib/use-when-back';

const messages = defineMessages({
  title: { id: 'errorPage.title', defaultMessage: 'Something went wrong' },
  text: {
    id: 'errorPage.text',
    defaultMessage:
      'The page could not be loaded. Please try again in a moment; if the problem persists, tell the academy.',
  },
  offline: {
    id: 'errorPage.offline',
    defaultMessage: 'You are offline. The page opens by itself when the connection is back.',
  },
  again: { id: 'errorPage.again', defaultMessage: 'Try again' },
  home: { id: 'errorPage.home', defaultMessage: 'Back to home' },
});

/** The generic error page. `onRetry` is given if the failed screen is known. */
export function Component({ onRetry }: { onRetry?: () => void }) {
  const intl = useIntl();
  const navigate = useNavigate();
  const online = useOnline();
  const title = intl.formatMessage(messages.title);
  const retry = onRetry ?? (() => void navigate(wantedPage(), { replace: true }));
  // A screen that throws would throw again: it is repeated only if the academy was away meanwhile.
  const away = useRef(false);
  const notice = async () => {
    const reachable = await isReachable();
    if (reachable && away.current) retry();
    away.current = !reachable;
  };
  useEffect(() => {
    if (onRetry) void isReachable().then((reachable) => (away.current = !reachable));
    // Only of the failure that brought this page.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useWhenBack((network) => (network || !onRetry ? retry() : void notice()), { regularly: true });
  return (
    <MessagePage mark={<CloudAlert size={64} strokeWidth={1.4} />} title={title}>
      <PageTitle>{title}</PageTitle>
      <p className="text-muted">{intl.formatMessage(online ? messages.text : messages.offline)}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <button type="button" className={buttonClass()} onClick={retry}>
          {intl.formatMessage(messages.again)}
        </button>
        <LinkButton to={paths.home} variant="secondary">
          {intl.formatMessage(messages.home)}
        </LinkButton>
      </div>
    </MessagePage>
  );
}
