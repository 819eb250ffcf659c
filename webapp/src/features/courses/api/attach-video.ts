import { MutationObserver } from '@tanstack/react-query';
import { isApiError } from '@/lib/api-error';
import { changeStoredDraft } from '@/lib/stored-draft';
import { queryClient } from '@/lib/query-client';
import { partsDraftName } from '../parts-draft';
import type { DraftPart } from '../use-parts';
import { partVideoMutation } from './courses';

/**
 * Gives a lesson its finished video while no editor of its course is open. Nothing happens to a lesson that was removed
 * meanwhile. Lessons that this browser keeps unsaved get the video too, so that saving them does not take it away.
 */
export async function attachVideo(courseId: string, partId: string, assetId: string): Promise<void> {
  changeStoredDraft<DraftPart[]>(partsDraftName(courseId), (drafts) =>
    drafts.map((draft) =>
      draft._id === partId ? { ...draft, video: { assetId, status: 'queued', progress: 0, error: null } } : draft,
    ),
  );
  try {
    await new MutationObserver(queryClient, partVideoMutation(courseId)).mutate({ partId, assetId });
  } catch (error) {
    if (!isApiError(error, 'course_not_found', 'part_not_found')) throw error;
  }
}
