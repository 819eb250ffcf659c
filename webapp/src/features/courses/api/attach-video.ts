import { MutationObserver } from '@tanstack/react-query';
import { fetchCourses } from '@/lib/courses-query';
import { changeStoredDraft } from '@/lib/stored-draft';
import { managerCall } from '@/lib/manager-api';
import { queryClient } from '@/lib/query-client';
import { partsDraftName } from '../parts-draft';
import type { DraftPart } from '../use-parts';
import { rememberCourse, savesOf, type PartInput } from './courses';

/**
 * Gives a lesson its finished video while no editor of its course is open. Nothing happens to a lesson that was removed
 * meanwhile. Lessons that this browser keeps unsaved get the video too, so that saving them does not take it away.
 */
export function attachVideo(courseId: string, partId: string, assetId: string): Promise<unknown> {
  changeStoredDraft<DraftPart[]>(partsDraftName(courseId), (drafts) =>
    drafts.map((draft) =>
      draft._id === partId ? { ...draft, video: { assetId, status: 'queued', progress: 0, error: null } } : draft,
    ),
  );
  return new MutationObserver(queryClient, {
    mutationFn: async () => {
      // Not from the cache: what it holds may be from before the course's last save.
      const course = (await fetchCourses()).find(({ _id }) => _id === courseId);
      if (!course?.parts.some(({ _id }) => _id === partId)) return;
      const parts = course.parts.map(({ _id, title, description, video }): PartInput => {
        const own = _id === partId ? assetId : video?.assetId;
        return { _id, title, description, video: own === undefined ? null : { assetId: own } };
      });
      rememberCourse((await managerCall('PUT', '/api/cm/course/update-course', { courseId, parts })).result);
    },
    scope: savesOf(courseId),
  }).mutate();
}
