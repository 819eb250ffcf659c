import { queryOptions } from '@tanstack/react-query';
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

export const publicCoursesQueryOptions = () =>
  queryOptions({
    queryKey: ['public', 'courses'],
    queryFn: async ({ signal }) =>
      (await call<Answer & { result: PublicCourse[] }>('POST', '/api/public/fetch-courses', {}, { signal })).result,
  });
