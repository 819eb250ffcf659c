import { call } from '@/lib/api-client';
import type { Progress } from '@/lib/models';

export type Interval = [from: number, to: number];

export interface ProgressInput {
  courseId: string;
  partId: string;
  position: number;
  watched: Interval[];
}

export const updateProgress = async (input: ProgressInput, keepalive = false): Promise<Progress> =>
  (
    await call('PUT', '/api/user-course/update-progress', input, {
      as: 'learner',
      keepalive,
    })
  ).result;
