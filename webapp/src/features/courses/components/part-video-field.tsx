import { Eye, Film } from 'lucide-react';
import { useEffect, useReducer, useRef, useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useIntl } from 'react-intl';
import type { Side } from '@/components/conflict/conflict-dialog';
import { Button } from '@/components/ui/button';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { defineMessages } from '@/i18n/define-messages';
import type { PartVideo } from '@/lib/models';
import { paths } from '@/lib/paths';
import { discardUpload } from '../api/upload-video';
import type { LessonUpload } from '../upload-list';
import { isSameFile, rememberUpload, unfinishedUploads } from '../upload-memory';
import { UploadBar } from './upload-bar';
import { VideoStatus } from './video-status';

const messages = defineMessages({
  video: { id: 'video.label', defaultMessage: 'Video' },
  choose: { id: 'video.choose', defaultMessage: 'Choose a video' },
  replace: { id: 'video.replace', defaultMessage: 'Replace the video' },
  titleFirst: { id: 'video.titleFirst', defaultMessage: 'Give the lesson a title first.' },
  preview: { id: 'video.preview', defaultMessage: 'Preview as learner' },
  noVideo: { id: 'video.notVideo', defaultMessage: '{filename} is not a video. Choose another file.' },
  stopped: {
    id: 'video.stopped',
    defaultMessage: 'The upload of {filename} stopped at {percent}. Choose the same file to resume from there.',
  },
  chooseAgain: { id: 'video.chooseAgain', defaultMessage: 'Choose the file again' },
  giveUp: { id: 'video.giveUp', defaultMessage: 'Cancel upload' },
  other: {
    id: 'video.otherFile',
    defaultMessage: '{other} is a different file from {filename}, or it has changed since.',
  },
  instead: { id: 'video.instead', defaultMessage: 'Upload this file instead (starts over)' },
});

export interface PartVideoFieldProps {
  courseId: string;
  /** Undefined for a lesson that was never saved. */
  partId: string | undefined;
  video: PartVideo | null;
  /** A lesson without a title cannot be saved, and so not take a video. */
  untitled: boolean;
  upload: LessonUpload | undefined;
  onUpload: (file: File) => void;
  onPause: () => void;
  onResume: () => void;
  onCancel: () => void;
  onChoose: (side: Side) => void;
}

/** A lesson's video: what is there, what is on its way, and what was left half-way. */
export function PartVideoField(props: PartVideoFieldProps) {
  const { courseId, partId, video, untitled, upload, onUpload, ...buttons } = props;
  const intl = useIntl();
  // Looked up at each drawing: it comes and goes with the uploads.
  const [, lookAgain] = useReducer((times: number) => times + 1, 0);
  const unfinished = partId && !upload ? unfinishedUploads(courseId)[partId] : undefined;
  const [other, setOther] = useState<File | null>(null);
  const [refused, setRefused] = useState<string | null>(null);

  // The button that was pressed makes room for the progress, and the other way round.
  const group = useRef<HTMLDivElement>(null);
  const sending = upload !== undefined;
  const before = useRef(sending);
  useEffect(() => {
    if (before.current !== sending && document.activeElement === document.body) group.current?.focus();
    before.current = sending;
  }, [sending]);

  const begin = (file: File) => {
    setOther(null);
    onUpload(file);
  };
  const discard = () => {
    if (!unfinished || !partId) return;
    const { filename, size, lastModified } = unfinished;
    rememberUpload(courseId, partId, null);
    void discardUpload(`${courseId}:${partId}`, { name: filename, size, lastModified });
    setOther(null);
    lookAgain();
  };
  const take = (file: File | undefined) => {
    if (!file) return;
    // A browser that knows no type for an ending says nothing; the server looks into the file.
    const impossible = file.size === 0 || (file.type !== '' && !file.type.startsWith('video/'));
    setRefused(impossible ? file.name : null);
    if (impossible) return;
    if (unfinished && !isSameFile(unfinished, file)) setOther(file);
    else begin(file);
  };
  const isolate = (name: string) => <bdi key={name}>{name}</bdi>;

  return (
    <div
      ref={group}
      tabIndex={-1}
      role="group"
      aria-label={intl.formatMessage(messages.video)}
      className="flex flex-col gap-3 outline-none"
    >
      <span className="text-sm font-semibold">{intl.formatMessage(messages.video)}</span>
      {upload ? (
        <UploadBar upload={upload} {...buttons} />
      ) : (
        <>
          {video && <VideoStatus key={video.assetId} video={video} />}
          {unfinished && (
            <Notice severity="warn">
              {intl.formatMessage(messages.stopped, {
                filename: isolate(unfinished.filename),
                percent: intl.formatNumber(unfinished.percent / 100, { style: 'percent' }),
              })}
            </Notice>
          )}
          {refused && (
            <Notice severity="error">{intl.formatMessage(messages.noVideo, { filename: isolate(refused) })}</Notice>
          )}
          {unfinished && other && (
            <Notice severity="error">
              <p>
                {intl.formatMessage(messages.other, {
                  other: isolate(other.name),
                  filename: isolate(unfinished.filename),
                })}
              </p>
              <Button
                size="small"
                variant="secondary"
                className="mt-2"
                onPress={() => {
                  discard();
                  begin(other);
                }}
              >
                {intl.formatMessage(messages.instead)}
              </Button>
            </Notice>
          )}
          <div className="flex flex-wrap items-center gap-3">
            <FileTrigger acceptedFileTypes={['video/*']} onSelect={(files) => take(files?.[0])}>
              <Button variant="secondary" size="small" isDisabled={untitled}>
                <Film aria-hidden size={16} />
                {intl.formatMessage(unfinished ? messages.chooseAgain : video ? messages.replace : messages.choose)}
              </Button>
            </FileTrigger>
            {unfinished && (
              <Button variant="quiet" size="small" onPress={discard}>
                {intl.formatMessage(messages.giveUp)}
              </Button>
            )}
            {video?.status === 'ready' && partId && (
              <LinkButton variant="secondary" size="small" to={paths.admin.previewCourse(courseId, partId)}>
                <Eye aria-hidden size={16} />
                {intl.formatMessage(messages.preview)}
              </LinkButton>
            )}
            {untitled && <span className="text-sm text-muted">{intl.formatMessage(messages.titleFirst)}</span>}
          </div>
        </>
      )}
    </div>
  );
}
