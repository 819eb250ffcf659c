import { call } from '@/lib/api-client';
import type { Progress } from '@/lib/models';
import { hearReportInterval } from '../report-interval';

export type Interval = [from: number, to: number];

export interface ProgressInput {
  courseId: string;
  partId: string;
  position: number;
  watched: Interval[];
}

/** After so long it is kept and told later: what waits for an answer would be lost with the page. */
const PATIENCE_MS = 20_000;

export const updateProgress = async (input: ProgressInput, keepalive = false): Promise<Progress> =>
  (
    await call('PUT', '/api/user-course/update-progress', input, {
      as: 'learner',
      keepalive,
      signal: AbortSignal.timeout(PATIENCE_MS),
      onHeaders: hearReportInterval,
    })
  ).result;
