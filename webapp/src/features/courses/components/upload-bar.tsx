import { useIntl, type MessageDescriptor } from 'react-intl';
import type { Side } from '@/components/conflict/conflict-dialog';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { ProgressBar } from '@/components/ui/progress-bar';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { useDescribeError } from '@/i18n/error-messages';
import { isolated } from '@/lib/directions';
import { isMoving, percentOf, type LessonUpload } from '../upload-list';

const messages = defineMessages({
  uploading: { id: 'video.uploading', defaultMessage: 'Uploading {filename}' },
  paused: { id: 'video.paused', defaultMessage: 'Paused: {filename}' },
  pause: { id: 'video.pause', defaultMessage: 'Pause' },
  resume: { id: 'video.resume', defaultMessage: 'Resume' },
  bytes: { id: 'video.bytes', defaultMessage: '{sent} of {total}' },
  conflict: {
    id: 'video.conflict',
    defaultMessage:
      'Someone else has changed the video of this lesson in the meantime. Nothing has been overwritten, and {filename} is uploaded. Which video should the lesson have?',
  },
  keepMine: { id: 'conflict.keepMine', defaultMessage: 'Keep mine' },
  takeTheirs: { id: 'conflict.takeTheirs', defaultMessage: 'Take theirs' },
});

const MEGA = 1024 * 1024;

export interface UploadBarProps {
  upload: LessonUpload;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
  onChoose: (side: Side) => void;
}

/**
 * The progress of a video's upload, and buttons to pause, resume or cancel it. The question whose video a lesson gets is
 * no dialog: it comes when the upload has ended, whatever the manager is doing then.
 */
export function UploadBar({ upload, onPause, onResume, onCancel, onChoose }: UploadBarProps) {
  const intl = useIntl();
  const describe = useDescribeError();
  const moving = isMoving(upload);
  const size = (bytes: number) =>
    intl.formatNumber(bytes / MEGA, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });
  const named = (text: MessageDescriptor) =>
    intl.formatMessage(common.named, { action: intl.formatMessage(text), name: upload.filename });
  if (upload.phase === 'asking') {
    return (
      <Notice severity="warn">
        <p>{intl.formatMessage(messages.conflict, { filename: <bdi key="filename">{upload.filename}</bdi> })}</p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="small"
            variant="secondary"
            aria-label={named(messages.keepMine)}
            onPress={() => onChoose('mine')}
          >
            {intl.formatMessage(messages.keepMine)}
          </Button>
          <Button
            size="small"
            variant="secondary"
            aria-label={named(messages.takeTheirs)}
            onPress={() => onChoose('theirs')}
          >
            {intl.formatMessage(messages.takeTheirs)}
          </Button>
        </div>
      </Notice>
    );
  }
  return (
    <>
      <ProgressBar
        label={intl.formatMessage(moving ? messages.uploading : messages.paused, {
          filename: isolated(intl.locale, upload.filename),
        })}
        value={percentOf(upload)}
      />
      <p className="text-xs text-muted tabular-nums">
        {intl.formatMessage(messages.bytes, { sent: size(upload.sent), total: size(upload.total) })}
      </p>
      {upload.phase === 'failed' && <Notice severity="error">{describe(upload.error)}</Notice>}
      <div className="flex gap-2">
        {moving ? (
          <Button
            size="small"
            variant="secondary"
            aria-label={named(messages.pause)}
            isDisabled={upload.phase !== 'sending'}
            onPress={onPause}
          >
            {intl.formatMessage(messages.pause)}
          </Button>
        ) : (
          <Button size="small" variant="secondary" aria-label={named(messages.resume)} onPress={onResume}>
            {intl.formatMessage(messages.resume)}
          </Button>
        )}
        <Button size="small" variant="quiet" aria-label={named(common.cancel)} onPress={onCancel}>
          {intl.formatMessage(common.cancel)}
        </Button>
      </div>
    </>
  );
}
