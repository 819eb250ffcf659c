import { useEffect, useMemo, useRef } from 'react';
import type { Course } from '@/lib/models';
import { useStore } from '@/lib/store';
import { cancelUpload, pauseUpload, receiveVideos, resumeUpload, startUpload } from './lesson-uploads';
import { lessonUploads, type LessonUpload } from './upload-list';
import type { DraftPart } from './use-parts';

/** By the lessons' keys. */
export type Uploads = Readonly<Record<string, LessonUpload>>;

/**
 * The videos on their way to the lessons of an open editor. `partOf` gives the id of a lesson that is stored; `onDone` is
 * told which lesson got which asset.
 */
export function useUploads(
  course: Pick<Course, '_id' | 'title'>,
  drafts: readonly DraftPart[],
  partOf: (key: string) => Promise<string | null>,
  onDone: (partId: string, assetId: string) => void,
) {
  const all = useStore(lessonUploads);
  const uploads = useMemo(() => {
    const own = all.filter(({ courseId }) => courseId === course._id);
    const keyOf = ({ key, partId }: LessonUpload) => drafts.find(({ _id }) => _id && _id === partId)?.key ?? key;
    return Object.fromEntries(own.map((upload) => [keyOf(upload), upload]));
  }, [all, drafts, course._id]);
  const told = useRef(onDone);
  useEffect(() => {
    told.current = onDone;
  });
  useEffect(() => receiveVideos(course._id, (partId, assetId) => told.current(partId, assetId)), [course._id]);
  const idOf = (key: string) => uploads[key]?.id ?? '';
  return {
    uploads,
    start: (key: string, file: File) =>
      startUpload({
        courseId: course._id,
        courseTitle: course.title,
        lessonTitle: drafts.find((draft) => draft.key === key)?.title ?? '',
        key,
        file,
        partOf: () => partOf(key),
      }),
    pause: (key: string) => pauseUpload(idOf(key)),
    resume: (key: string) => resumeUpload(idOf(key)),
    cancel: (key: string) => cancelUpload(idOf(key)),
  };
}
