import { queryOptions, useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryClient } from '@/lib/query-client';
import { assignmentsChanged, queryKeys } from '@/lib/query-keys';

/** `YYYY-MM-DD`; the academy's time zone decides when a day begins and ends. */
export interface Dates {
  startDate: string;
  expiryDate: string;
}

export const learnerCoursesQueryOptions = (clientId: string) =>
  queryOptions({
    queryKey: queryKeys.assignments.learner(clientId),
    queryFn: ({ signal }) => managerCall('POST', '/api/cm/user-course/fetch-user-courses', { clientId }, { signal }),
  });

export const useAssignCourses = (clientId: string) =>
  useMutation({
    mutationFn: (input: { coursesIds: string[] } & Dates) =>
      managerCall('POST', '/api/cm/user-course/assign-to-user', { clientId, ...input }),
    onSuccess: (answer) => {
      queryClient.setQueryData(learnerCoursesQueryOptions(clientId).queryKey, answer);
      return assignmentsChanged();
    },
  });

export const useRemoveCourse = (clientId: string) =>
  useMutation({
    mutationFn: (courseId: string) =>
      managerCall('PUT', '/api/cm/user-course/remove-user-course', { courseId, clientId }),
    onSuccess: assignmentsChanged,
  });

/** `courseId` of this call is the assignment's own id. */
export const useUpdateDates = () =>
  useMutation({
    mutationFn: ({ assignmentId, ...dates }: { assignmentId: string; revision: number } & Dates) =>
      managerCall('PUT', '/api/cm/user-course/update-expdate', { courseId: assignmentId, ...dates }),
    onSuccess: assignmentsChanged,
  });
