import { useEffect, useRef } from 'react';
import { useIntl } from 'react-intl';
import { useLocation } from 'react-router';
import { Drawer } from '@/components/ui/drawer';
import { TextLink } from '@/components/ui/text-link';
import { defineMessages } from '@/i18n/define-messages';
import { paths } from '@/lib/paths';
import { useStore } from '@/lib/store';
import { cancelUpload, chooseVideo, pauseUpload, resumeUpload } from '../lesson-uploads';
import { lessonUploads } from '../upload-list';
import { UploadBar } from './upload-bar';

const messages = defineMessages({
  title: { id: 'uploads.title', defaultMessage: 'Uploads' },
  hint: {
    id: 'uploads.hint',
    defaultMessage: 'Uploads continue while you work on other screens of the academy, as long as this page stays open.',
  },
  none: { id: 'uploads.none', defaultMessage: 'All uploads complete.' },
});

interface Props {
  isOpen: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The videos that this page is uploading, with buttons to pause, resume or cancel them. */
export function UploadsPanel({ isOpen, onOpenChange }: Props) {
  const intl = useIntl();
  const uploads = useStore(lessonUploads);
  const { pathname } = useLocation();
  // A link inside leads to another screen, which the panel must not cover.
  const opened = useRef(pathname);
  useEffect(() => {
    if (opened.current !== pathname) onOpenChange(false);
  }, [pathname, onOpenChange]);
  return (
    <Drawer side="end" title={intl.formatMessage(messages.title)} isOpen={isOpen} onOpenChange={onOpenChange}>
      <p className="text-sm text-muted">{intl.formatMessage(uploads.length > 0 ? messages.hint : messages.none)}</p>
      <ul className="flex flex-col gap-5">
        {uploads.map((upload) => (
          <li key={upload.id} className="flex flex-col gap-2">
            <p className="flex flex-col">
              <TextLink to={paths.admin.updateCourse(upload.courseId)}>
                <bdi>{upload.courseTitle}</bdi>
              </TextLink>
              <bdi className="text-sm text-muted">{upload.lessonTitle}</bdi>
            </p>
            <UploadBar
              upload={upload}
              onPause={() => pauseUpload(upload.id)}
              onResume={() => resumeUpload(upload.id)}
              onCancel={() => cancelUpload(upload.id)}
              onChoose={(side) => chooseVideo(upload.id, side)}
            />
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
