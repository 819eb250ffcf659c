import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({ loading: { id: 'state.loading', defaultMessage: 'Loading data. Please wait.' } });

/** Where a video is about to be, as large as that, so that nothing moves when it comes. */
export function VideoSpace() {
  const intl = useIntl();
  return (
    <div role="status" className="aspect-video rounded-card bg-black">
      <span className="sr-only">{intl.formatMessage(messages.loading)}</span>
    </div>
  );
}
