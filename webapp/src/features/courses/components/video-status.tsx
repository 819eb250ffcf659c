import { useQuery } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { Badge } from '@/components/ui/badge';
import { Notice } from '@/components/ui/notice';
import { ProgressBar } from '@/components/ui/progress-bar';
import { VideoTrouble } from '@/components/video/video-trouble';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { formatClock } from '@/lib/duration';
import type { PartVideo } from '@/lib/models';
import { assetQueryOptions } from '../api/fetch-asset';

const messages = defineMessages({
  uploading: { id: 'video.status.uploading', defaultMessage: 'The upload is not complete' },
  queued: { id: 'video.status.queued', defaultMessage: 'Waiting to be processed' },
  processing: { id: 'video.status.processing', defaultMessage: 'Processing the video' },
  ready: { id: 'video.status.ready', defaultMessage: 'Ready to watch' },
});

const SEVERITIES = { uploading: 'warn', queued: 'info', processing: 'info', ready: 'success' } as const;

/** What is becoming of a part's video, live while it is in work. */
export function VideoStatus({ video }: { video: PartVideo }) {
  const intl = useIntl();
  const describe = useDescribeError();
  const { data, error } = useQuery(assetQueryOptions(video.assetId));
  if (error) return <Notice severity="error">{describe(error)}</Notice>;
  const { status, progress } = data ?? video;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3 text-sm text-muted">
        {/* The region exists before what it says changes, so that screen readers announce it; not each percent. */}
        <p role="status" className={status === 'processing' ? 'sr-only' : undefined}>
          {status !== 'failed' && <Badge severity={SEVERITIES[status]}>{intl.formatMessage(messages[status])}</Badge>}
        </p>
        {status === 'ready' && data && (
          <>
            <bdi dir="auto">{data.filename}</bdi>
            <bdi dir="ltr">{formatClock(intl, data.duration)}</bdi>
            <bdi dir="ltr">{data.renditions.map(({ height }) => `${height}p`).join(' · ')}</bdi>
          </>
        )}
      </div>
      {status === 'processing' && <ProgressBar label={intl.formatMessage(messages.processing)} value={progress} />}
      {status !== 'processing' && <VideoTrouble assetId={video.assetId} video={data ?? video} />}
    </>
  );
}
