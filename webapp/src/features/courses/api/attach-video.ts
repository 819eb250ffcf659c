import { MutationObserver } from '@tanstack/react-query';
import { isApiError } from '@/lib/api-error';
import { changeStoredDraft } from '@/lib/stored-draft';
import type { Part } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import { partsDraftName } from '../parts-draft';
import type { DraftPart } from '../use-parts';
import { changedCourse, partVideoMutation } from './courses';

/** A lesson's video when its manager chose another one for it, and the lesson's revision then. */
export interface SeenVideo {
  assetId: string | null;
  revision: number;
}

export const seenVideoOf = ({ video, revision }: Pick<DraftPart, 'video' | 'revision'>): SeenVideo => ({
  assetId: video?.assetId ?? null,
  // An unknown revision is none that the server has: it answers with the lesson as it is now.
  revision: revision ?? 0,
});

/**
 * Gives a lesson its finished video. If somebody else has changed its video since it was seen, nothing is stored and the
 * lesson as it is now is returned, null otherwise. Other changes of the lesson are no obstacle.
 */
export async function setVideo(
  courseId: string,
  partId: string,
  assetId: string,
  seen: SeenVideo,
): Promise<Part | null> {
  const save = new MutationObserver(queryClient, partVideoMutation(courseId));
  let { revision } = seen;
  for (;;) {
    try {
      await save.mutate({ partId, assetId, revision });
      return null;
    } catch (error) {
      const part = changedCourse(error)?.parts.find(({ _id }) => _id === partId);
      if (!part) throw error;
      const now = seenVideoOf(part);
      // An earlier attempt whose answer was lost.
      if (now.assetId === assetId) return null;
      if (now.assetId !== seen.assetId) return part;
      revision = now.revision;
    }
  }
}

/**
 * As setVideo, while no editor of the course is open. Nothing happens to a lesson that was removed meanwhile. Lessons that
 * this browser keeps unsaved get the video too, so that saving them does not take it away.
 */
export async function attachVideo(
  courseId: string,
  partId: string,
  assetId: string,
  seen: SeenVideo,
): Promise<Part | null> {
  try {
    const theirs = await setVideo(courseId, partId, assetId, seen);
    if (theirs) return theirs;
  } catch (error) {
    if (!isApiError(error, 'course_not_found', 'part_not_found')) throw error;
  }
  changeStoredDraft<DraftPart[]>(partsDraftName(courseId), (drafts) =>
    drafts.map((draft) =>
      draft._id === partId ? { ...draft, video: { assetId, status: 'queued', progress: 0, error: null } } : draft,
    ),
  );
  return null;
}
