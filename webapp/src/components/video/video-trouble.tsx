import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { reasonText } from '@/i18n/video-messages';
import { isApiError } from '@/lib/api-error';
import type { Asset } from '@/lib/models';
import { useRetryVideo } from '@/lib/video-retry';

const messages = defineMessages({
  waiting: {
    id: 'video.trouble.waiting',
    defaultMessage: '{reason} The upload is safe, and processing continues automatically once this is resolved.',
  },
  failed: { id: 'video.status.failed', defaultMessage: 'The video could not be processed: {reason}' },
  pictures: {
    id: 'video.trouble.pictures',
    defaultMessage: 'The video can be watched, but the preview pictures for seeking could not be made: {reason}',
  },
  sizes: {
    id: 'video.trouble.sizes',
    defaultMessage: 'The video can be watched, but the sizes for slow connections could not be made: {reason}',
  },
  unknown: { id: 'video.reason.unknown', defaultMessage: 'The reason is in the server’s log.' },
  retry: { id: 'errorPage.again', defaultMessage: 'Try again' },
});

export interface VideoTroubleProps {
  assetId: string;
  /** Of the video, where a list has several. */
  name?: string;
  video: Pick<Asset, 'status' | 'error'> & Partial<Pick<Asset, 'reason' | 'failedStage'>>;
}

/** What stops or stopped the processing of a video, in plain words, with a button to try again; nothing if all is well. */
export function VideoTrouble({ assetId, name, video: { status, error, reason, failedStage } }: VideoTroubleProps) {
  const intl = useIntl();
  const describe = useDescribeError();
  const retry = useRetryVideo(assetId);
  const failed = status === 'failed';
  if (!failed && !reason) return null;
  const known = reason ? reasonText(reason) : undefined;
  const text = known ? intl.formatMessage(known) : (error ?? intl.formatMessage(messages.unknown));
  const message = failed
    ? messages.failed
    : failedStage === 'pictures'
      ? messages.pictures
      : failedStage
        ? messages.sizes
        : messages.waiting;
  const again = intl.formatMessage(messages.retry);
  return (
    <Notice severity={failed ? 'error' : 'warn'}>
      <p>{intl.formatMessage(message, { reason: <bdi key="reason">{text}</bdi> })}</p>
      {(failedStage ?? (!failed && reason)) && (
        <Button
          size="small"
          variant="secondary"
          className="mt-2"
          aria-label={name && intl.formatMessage(common.named, { action: again, name })}
          loading={retry.isPending}
          onPress={() => retry.mutate()}
        >
          {again}
        </Button>
      )}
      {isApiError(retry.error) && <p className="mt-2">{describe(retry.error)}</p>}
    </Notice>
  );
}
