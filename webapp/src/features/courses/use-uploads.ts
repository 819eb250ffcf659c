import { useEffect, useMemo, useRef } from 'react';
import type { Course } from '@/lib/models';
import type { Side } from '@/components/conflict/conflict-dialog';
import { useStore } from '@/lib/store';
import {
  cancelUpload,
  chooseVideo,
  pauseUpload,
  receiveVideos,
  resumeUpload,
  startUpload,
  type Receiver,
  type StoredLesson,
} from './lesson-uploads';
import { lessonUploads, type LessonUpload } from './upload-list';
import type { DraftPart } from './use-parts';

/** By the lessons' keys. */
export type Uploads = Readonly<Record<string, LessonUpload>>;

/**
 * The videos on their way to the lessons of an open editor, which takes them when they have arrived. `lessonOf` gives a
 * lesson by its key, and stores it before if need be.
 */
export function useUploads(
  course: Pick<Course, '_id' | 'title'>,
  drafts: readonly DraftPart[],
  lessonOf: (key: string) => Promise<StoredLesson | null>,
  receiver: Receiver,
) {
  const all = useStore(lessonUploads);
  const uploads = useMemo(() => {
    const own = all.filter(({ courseId }) => courseId === course._id);
    const keyOf = ({ key, partId }: LessonUpload) => drafts.find(({ _id }) => _id && _id === partId)?.key ?? key;
    return Object.fromEntries(own.map((upload) => [keyOf(upload), upload]));
  }, [all, drafts, course._id]);
  const newest = useRef(receiver);
  useEffect(() => {
    newest.current = receiver;
  });
  useEffect(
    () =>
      receiveVideos(course._id, {
        attach: (...video) => newest.current.attach(...video),
        show: (part) => newest.current.show(part),
      }),
    [course._id],
  );
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
        lessonOf: () => lessonOf(key),
      }),
    pause: (key: string) => pauseUpload(idOf(key)),
    resume: (key: string) => resumeUpload(idOf(key)),
    cancel: (key: string) => cancelUpload(idOf(key)),
    choose: (key: string, side: Side) => chooseVideo(idOf(key), side),
  };
}
