import { call } from '@/lib/api-client';
import type { PublicCourse } from '@/lib/models';

export const fetchPublicCourses = async (signal?: AbortSignal): Promise<PublicCourse[]> =>
  (await call('POST', '/api/public/fetch-courses', {}, { signal })).result;
