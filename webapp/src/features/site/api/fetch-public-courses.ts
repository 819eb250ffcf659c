import { call, type Answer } from '@/lib/api-client';

export interface PublicCourse {
  _id: string;
  title: string;
  description: string;
  image: string | null;
  partsCount: number;
  /** Seconds, all parts together. */
  duration: number;
}

export const fetchPublicCourses = async (signal?: AbortSignal): Promise<PublicCourse[]> =>
  (await call<Answer & { result: PublicCourse[] }>('POST', '/api/public/fetch-courses', {}, { signal })).result;
