/** Assignments of many learners at once: each call takes a thousand of them. */
import { useMutation } from '@tanstack/react-query';
import { callChunks } from '@/lib/call-chunks';
import { managerCall } from '@/lib/manager-api';
import { assignmentsChanged } from '@/lib/query-keys';
import type { Dates } from './assignments';

export interface AssignedCounts {
  courseId: string;
  assigned: number;
  datesChanged: number;
  alreadyAssigned: number;
  refused: number;
}

export interface AssignManyInput extends Dates {
  coursesIds: readonly string[];
  userIds: readonly string[];
  /** Gives the dates also to those who have a course already. */
  updateExisting: boolean;
}

/** Can be repeated if it broke off: a learner who has a course does not get it twice. */
export const useAssignMany = () =>
  useMutation({
    mutationFn: async ({ coursesIds, userIds, ...rest }: AssignManyInput) => {
      const all: AssignedCounts[] = [];
      for (const courseId of coursesIds) {
        const sum: AssignedCounts = { courseId, assigned: 0, datesChanged: 0, alreadyAssigned: 0, refused: 0 };
        for (const some of callChunks(userIds)) {
          const body = { courseId, userIds: some, ...rest };
          const { counts } = await managerCall('PUT', '/api/cm/user-course/bulk-assign', body);
          sum.assigned += counts.assigned;
          sum.datesChanged += counts.datesChanged;
          sum.alreadyAssigned += counts.alreadyAssigned;
          sum.refused += counts.refused;
        }
        all.push(sum);
      }
      return all;
    },
    onSettled: assignmentsChanged,
  });
