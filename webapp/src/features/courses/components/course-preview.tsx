import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useSearchParams } from 'react-router';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { Notice } from '@/components/ui/notice';
import { PageTitle } from '@/components/ui/page-title';
import { QueryState } from '@/components/ui/query-state';
import { RetryNotice } from '@/components/ui/retry-notice';
import { VideoSpace } from '@/components/ui/video-space';
import { defineMessages } from '@/i18n/define-messages';
import type { Part, Playback } from '@/lib/models';
import { paths } from '@/lib/paths';
import { useWhenBack } from '@/lib/use-when-back';
import { courseQueryOptions } from '../api/courses';
import { previewQueryOptions } from '../api/preview';
import { CourseNotFound } from './course-not-found';

const messages = defineMessages({
  as: {
    id: 'preview.as',
    defaultMessage: 'You see this course as its learners do. What you watch here does not count as progress.',
  },
  back: { id: 'preview.back', defaultMessage: 'Back to editing' },
  none: { id: 'preview.none', defaultMessage: 'The course has no lesson with a video yet.' },
  failed: { id: 'watch.failed', defaultMessage: 'The video could not be loaded.' },
});

/** In place of the video. */
const FRAME = 'grid aspect-video place-items-center rounded-card bg-sunken p-6';

interface PreviewPlayer {
  part: Part;
  playback: Playback;
  /** It follows another lesson, or was chosen. */
  autoPlay: boolean;
  onEnded: () => void;
  onFailed: (mayPass: boolean) => void;
}

interface PreviewList {
  parts: readonly Part[];
  currentId: string | undefined;
  playable: (partId: string) => boolean;
  onChoose: (partId: string) => void;
}

export interface CoursePreviewProps {
  courseId: string;
  /** The learners' own player, text below it and list of lessons. */
  player: (props: PreviewPlayer) => ReactNode;
  text: (part: Part) => ReactNode;
  list: (props: PreviewList) => ReactNode;
}

/** A course as its learners see it, played in the manager's own session. */
export function CoursePreview({ courseId, player, text, list }: CoursePreviewProps) {
  const intl = useIntl();
  const [query, setQuery] = useSearchParams();
  const [autoPlay, setAutoPlay] = useState(false);
  const [failed, setFailed] = useState('');
  const [mayPass, setMayPass] = useState(false);
  const { data: course } = useSuspenseQuery(courseQueryOptions(courseId));
  const ready = (course?.parts ?? []).filter(({ video }) => video?.status === 'ready');
  const part = ready.find(({ _id }) => _id === query.get('part')) ?? ready[0];
  const assetId = part?.video?.assetId;
  const preview = useQuery({ ...previewQueryOptions(assetId ?? ''), enabled: Boolean(assetId) });
  const stopped = preview.data !== undefined && failed === preview.data.hls;
  const retry = () => {
    setFailed('');
    void preview.refetch();
  };
  useWhenBack(() => stopped && retry(), { regularly: stopped && mayPass });
  if (!course) return <CourseNotFound />;
  const choose = (partId: string) => {
    setAutoPlay(true);
    setQuery({ part: partId }, { replace: true, preventScrollReset: true });
  };
  const next = part && ready[ready.indexOf(part) + 1];
  return (
    <div className="page page-wide py-6">
      <PageTitle>{course.title}</PageTitle>
      <div className="mb-5 flex flex-wrap items-center gap-3">
        <div className="min-w-64 tight:min-w-0 flex-1">
          <Notice severity="info">{intl.formatMessage(messages.as)}</Notice>
        </div>
        <LinkButton variant="secondary" to={paths.admin.updateCourse(courseId)}>
          <Pencil aria-hidden size={16} />
          {intl.formatMessage(messages.back)}
        </LinkButton>
      </div>
      <h1 className="mb-5 text-2xl font-bold">
        <bdi>{course.title}</bdi>
      </h1>
      <div className="grid items-start gap-6 desk:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0">
          {!part && <EmptyState text={intl.formatMessage(messages.none)} />}
          {part && !preview.data && <QueryState query={preview} waiting={<VideoSpace />} className={FRAME} />}
          {part && stopped && (
            <div className={FRAME}>
              <RetryNotice onRetry={retry}>{intl.formatMessage(messages.failed)}</RetryNotice>
            </div>
          )}
          {part &&
            preview.data &&
            !stopped &&
            player({
              part,
              playback: preview.data,
              autoPlay,
              onEnded: () => next && choose(next._id),
              onFailed: (passes) => {
                setFailed(preview.data.hls);
                setMayPass(passes);
              },
            })}
          {part && text(part)}
          <p className="mt-6 max-w-3xl whitespace-pre-line text-muted" dir="auto">
            {course.description}
          </p>
        </div>
        {list({
          parts: course.parts,
          currentId: part?._id,
          playable: (partId) => ready.some(({ _id }) => _id === partId),
          onChoose: choose,
        })}
      </div>
    </div>
  );
}
