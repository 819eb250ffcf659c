import { useIntl } from 'react-intl';
import { Link } from 'react-router';
import { Badge } from '@/components/ui/badge';
import { ProgressBar } from '@/components/ui/progress-bar';
import { VideoTrouble } from '@/components/video/video-trouble';
import { defineMessages } from '@/i18n/define-messages';
import type { UploadInWork } from '@/lib/models';
import { paths } from '@/lib/paths';

const messages = defineMessages({
  title: { id: 'dashboard.uploads', defaultMessage: 'Uploads in progress' },
  none: { id: 'dashboard.uploads.none', defaultMessage: 'No video is being uploaded or processed.' },
  uploading: { id: 'dashboard.uploads.uploading', defaultMessage: 'Uploading' },
  queued: { id: 'video.status.queued', defaultMessage: 'Waiting to be processed' },
  processing: { id: 'video.status.processing', defaultMessage: 'Processing the video' },
  failed: { id: 'dashboard.uploads.failed', defaultMessage: 'Failed' },
});

/** Videos on their way and those of which something failed, with their lessons. */
export function UploadsList({ uploads }: { uploads: readonly UploadInWork[] }) {
  const intl = useIntl();
  return (
    <section aria-labelledby="uploads-in-work" className="card p-5">
      <h2 id="uploads-in-work" className="font-semibold">
        {intl.formatMessage(messages.title)}
      </h2>
      {uploads.length === 0 && <p className="mt-2 text-sm text-muted">{intl.formatMessage(messages.none)}</p>}
      {uploads.length > 0 && (
        <ul className="mt-2 divide-y divide-line">
          {uploads.map((upload) => (
            <li key={`${upload._id} ${upload.partId}`} className="flex flex-col gap-1.5 py-3">
              <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <bdi className="min-w-0 font-semibold break-all">{upload.filename}</bdi>
                <State upload={upload} />
              </p>
              {upload.courseId && (
                <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                  <Link
                    to={paths.admin.updateCourse(upload.courseId)}
                    className="text-accent-ink underline underline-offset-4"
                  >
                    <bdi>{upload.courseTitle}</bdi>
                  </Link>
                  <bdi>{upload.partTitle}</bdi>
                </p>
              )}
              <VideoTrouble assetId={upload._id} name={upload.filename} video={upload} />
              {(upload.status === 'uploading' || upload.status === 'processing') && (
                <ProgressBar label={intl.formatMessage(messages[upload.status])} value={upload.progress} />
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function State({ upload: { status } }: { upload: UploadInWork }) {
  const intl = useIntl();
  if (status === 'failed') return <Badge severity="danger">{intl.formatMessage(messages.failed)}</Badge>;
  if (status === 'queued') return <Badge severity="info">{intl.formatMessage(messages.queued)}</Badge>;
  return null;
}
