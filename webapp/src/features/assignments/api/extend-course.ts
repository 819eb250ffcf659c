import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ExtendCourseResponse } from '@/lib/api/schema';
import { callChunks } from '@/lib/call-chunks';
import { managerCall } from '@/lib/manager-api';
import type { AssignmentState } from '@/lib/models';
import { assignmentsChanged } from '@/lib/query-keys';

export interface ExtendInput {
  courseId: string;
  /** Any number of learners; without it, all who have the course, or those with a given state. */
  userIds?: readonly string[];
  state?: AssignmentState;
  /** Later by a number of days, or to a date. */
  days?: number;
  expiryDate?: string;
  shorten?: boolean;
  /** Changes nothing, and returns what would happen. */
  dryRun: boolean;
}

/** What changed, or would. */
export type ExtendOutcome = Pick<ExtendCourseResponse, 'result' | 'changed' | 'unchanged'>;

const NOTHING: ExtendOutcome = { result: [], changed: 0, unchanged: 0 };

const add = (sum: ExtendOutcome, { result, changed, unchanged }: ExtendOutcome): ExtendOutcome => ({
  // Each call's answer has the soonest first, and so must the merged result.
  result: [...sum.result, ...result].toSorted((a, b) => (a.expiryDate < b.expiryDate ? -1 : 1)),
  changed: sum.changed + changed,
  unchanged: sum.unchanged + unchanged,
});

/** The learners of each call; one call without any for all. */
function callsOf(userIds: readonly string[] | undefined): ({ userIds: string[] } | object)[] {
  if (!userIds) return [{}];
  return callChunks(userIds).map((some) => ({ userIds: some }));
}

/**
 * Moves the end of a course's assignments. Many learners take several calls. After a failure, repeating it resumes at
 * the failed call, so that nobody gets the days of earlier calls twice.
 */
export function useExtendCourse() {
  const reached = useRef({ of: '', calls: 0, sum: NOTHING });
  return useMutation({
    mutationFn: async ({ userIds, ...input }: ExtendInput): Promise<ExtendOutcome> => {
      const of = JSON.stringify([input, userIds]);
      if (reached.current.of !== of) reached.current = { of, calls: 0, sum: NOTHING };
      const now = reached.current;
      for (const who of callsOf(userIds).slice(now.calls)) {
        now.sum = add(now.sum, await managerCall('PUT', '/api/cm/user-course/extend-course', { ...input, ...who }));
        now.calls++;
      }
      reached.current = { of: '', calls: 0, sum: NOTHING };
      return now.sum;
    },
    // Also after a failure, because earlier calls have taken effect.
    onSettled: (_answer, _error, { dryRun }) => (dryRun ? undefined : assignmentsChanged()),
  });
}
