import { Film } from 'lucide-react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useIntl } from 'react-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { ProgressBar } from '@/components/ui/progress-bar';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import type { PartVideo } from '@/lib/models';
import { useVideoUpload } from '../use-video-upload';
import { VideoStatus } from './video-status';

const messages = defineMessages({
  video: { id: 'video.label', defaultMessage: 'Video' },
  choose: { id: 'video.choose', defaultMessage: 'Choose a video' },
  replace: { id: 'video.replace', defaultMessage: 'Replace the video' },
  titleFirst: { id: 'video.titleFirst', defaultMessage: 'Give the lesson a title first.' },
  uploading: { id: 'video.uploading', defaultMessage: 'Uploading {filename}' },
  paused: { id: 'video.paused', defaultMessage: 'Paused: {filename}' },
  pause: { id: 'video.pause', defaultMessage: 'Pause' },
  resume: { id: 'video.resume', defaultMessage: 'Go on' },
});

export interface PartVideoFieldProps {
  video: PartVideo | null;
  /** A lesson without a title cannot be saved, and so not take a video. */
  untitled: boolean;
  onUploaded: (assetId: string) => void;
}

export function PartVideoField({ video, untitled, onUploaded }: PartVideoFieldProps) {
  const intl = useIntl();
  const describe = useDescribeError();
  const { state, start, pause, resume, cancel } = useVideoUpload(onUploaded);
  return (
    <div role="group" aria-label={intl.formatMessage(messages.video)} className="flex flex-col gap-3">
      <span className="text-sm font-semibold">{intl.formatMessage(messages.video)}</span>
      {state.phase === 'idle' ? (
        <>
          {video && <VideoStatus key={video.assetId} video={video} />}
          <div className="flex flex-wrap items-center gap-3">
            <FileTrigger
              acceptedFileTypes={['video/*']}
              onSelect={(files) => {
                const file = files?.[0];
                if (file) start(file);
              }}
            >
              <Button variant="secondary" size="small" isDisabled={untitled}>
                <Film aria-hidden size={16} />
                {intl.formatMessage(video ? messages.replace : messages.choose)}
              </Button>
            </FileTrigger>
            {untitled && <span className="text-sm text-muted">{intl.formatMessage(messages.titleFirst)}</span>}
          </div>
        </>
      ) : (
        <>
          <ProgressBar
            label={intl.formatMessage(state.phase === 'sending' ? messages.uploading : messages.paused, {
              filename: state.filename,
            })}
            value={state.percent}
          />
          {state.phase === 'failed' && <Notice severity="error">{describe(state.error)}</Notice>}
          <div className="flex gap-2">
            {state.phase === 'sending' ? (
              <Button size="small" variant="secondary" onPress={pause}>
                {intl.formatMessage(messages.pause)}
              </Button>
            ) : (
              <Button size="small" variant="secondary" onPress={resume}>
                {intl.formatMessage(messages.resume)}
              </Button>
            )}
            <Button size="small" variant="quiet" onPress={cancel}>
              {intl.formatMessage(common.cancel)}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
