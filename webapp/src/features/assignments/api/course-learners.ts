import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import type { AssignmentState } from '@/lib/models';
import { assignmentsChanged, queryKeys } from '@/lib/query-keys';
import type { Dates } from './assignments';

export interface CourseLearnersFilter {
  /** The learners who have the course, or those who do not. */
  list: 'assigned' | 'unassigned';
  search: string;
  /** A field of learners, or `startDate`, `expiryDate`, `assignedAt` for those who have the course; a leading `-` is descending. */
  sort: string;
  state: AssignmentState | '';
  limit: number;
  cursor: string;
}

/** A page of a course's learners; the previous page stays until the next has loaded. */
export const courseLearnersPageQueryOptions = (courseId: string, filter: CourseLearnersFilter) =>
  queryOptions({
    queryKey: queryKeys.assignments.coursePage(courseId, filter),
    queryFn: ({ signal }) => {
      const { search, state, cursor, ...rest } = filter;
      const body = { courseId, ...rest, ...(search && { search }), ...(state && { state }), ...(cursor && { cursor }) };
      return managerCall('POST', '/api/cm/user-course/fetch-users-course', body, { signal });
    },
    placeholderData: keepPreviousData,
  });

export interface BulkAssignInput extends Dates {
  userIds?: readonly string[];
  emails?: readonly string[];
  /** Also changes the dates of learners who already have the course. */
  updateExisting: boolean;
  /** Changes nothing, and returns what would happen. */
  dryRun: boolean;
}

export const bulkAssign = (courseId: string, { userIds = [], emails = [], ...input }: BulkAssignInput) =>
  managerCall('PUT', '/api/cm/user-course/bulk-assign', {
    courseId,
    userIds: [...userIds],
    emails: [...emails],
    ...input,
  });

export const useBulkAssign = (courseId: string) =>
  useMutation({
    mutationFn: (input: BulkAssignInput) => bulkAssign(courseId, input),
    onSuccess: (_, { dryRun }) => (dryRun ? undefined : assignmentsChanged()),
  });

export const useRemoveFromCourse = (courseId: string) =>
  useMutation({
    mutationFn: (userIds: readonly string[]) =>
      managerCall('PUT', '/api/cm/user-course/delete-selected-users', { courseId, userIds: [...userIds], limit: 1 }),
    onSuccess: assignmentsChanged,
  });
