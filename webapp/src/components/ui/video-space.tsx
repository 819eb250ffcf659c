import { useIntl } from 'react-intl';
import { defineMessages } from '@/i18n/define-messages';

const messages = defineMessages({ loading: { id: 'state.loading', defaultMessage: 'Loading data. Please wait.' } });

interface Props {
  poster?: string | null;
}

/** A video's picture, as large as the video. */
export function VideoStill({ poster }: Props) {
  return (
    <div className="aspect-video overflow-hidden rounded-card bg-black">
      {poster && <img src={poster} alt="" fetchPriority="high" className="size-full object-contain" />}
    </div>
  );
}

/** Where a video is about to be, as large as that, so that nothing moves when it comes. */
export function VideoSpace(props: Props) {
  const intl = useIntl();
  return (
    <div role="status">
      <VideoStill {...props} />
      <span className="sr-only">{intl.formatMessage(messages.loading)}</span>
    </div>
  );
}
