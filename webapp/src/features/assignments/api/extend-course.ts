import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import type { ExtendCourseResponse } from '@/lib/api/schema';
import { callChunks } from '@/lib/call-chunks';
import { managerCall } from '@/lib/manager-api';
import type { AssignmentState } from '@/lib/models';
import { assignmentsChanged } from '@/lib/query-keys';

export interface ExtendInput {
  courseId: string;
  /** However many; without them all who have the course, or those of a state. */
  userIds?: readonly string[];
  state?: AssignmentState;
  /** So many days later, or to a date. */
  days?: number;
  expiryDate?: string;
  shorten?: boolean;
  /** Changes nothing, and tells what would be. */
  dryRun: boolean;
}

/** What changed, or would. */
export type ExtendOutcome = Pick<ExtendCourseResponse, 'result' | 'changed' | 'unchanged'>;

const NOTHING: ExtendOutcome = { result: [], changed: 0, unchanged: 0 };

const add = (sum: ExtendOutcome, { result, changed, unchanged }: ExtendOutcome): ExtendOutcome => ({
  // Each call tells the soonest first, and so does the sum.
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
 * Moves the end of a course's assignments. Many learners take several calls: when one fails, the same again goes on
 * with it, so that nobody gets the days of the calls before twice.
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
    // After a failure, too: calls before it are done.
    onSettled: (_answer, _error, { dryRun }) => (dryRun ? undefined : assignmentsChanged()),
  });
}
