import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import { queryClient } from '@/lib/query-client';
import { assignmentsChanged, queryKeys } from '@/lib/query-keys';

/** `YYYY-MM-DD`; the academy's time zone decides when a day begins and ends. */
export interface Dates {
  startDate: string;
  expiryDate: string;
}

const as = { as: 'manager' } as const;

export const learnerCoursesQueryOptions = (clientId: string) =>
  queryOptions({
    queryKey: queryKeys.assignments.learner(clientId),
    queryFn: ({ signal }) => call('POST', '/api/cm/user-course/fetch-user-courses', { clientId }, { ...as, signal }),
  });

export const useAssignCourses = (clientId: string) =>
  useMutation({
    mutationFn: (input: { coursesIds: string[] } & Dates) =>
      call('POST', '/api/cm/user-course/assign-to-user', { clientId, ...input }, as),
    onSuccess: (answer) => {
      queryClient.setQueryData(learnerCoursesQueryOptions(clientId).queryKey, answer);
      return assignmentsChanged();
    },
  });

export const useRemoveCourse = (clientId: string) =>
  useMutation({
    mutationFn: (courseId: string) => call('PUT', '/api/cm/user-course/remove-user-course', { courseId, clientId }, as),
    onSuccess: assignmentsChanged,
  });

/** `courseId` of this call is the assignment's own id. */
export const useUpdateDates = () =>
  useMutation({
    mutationFn: ({ assignmentId, ...dates }: { assignmentId: string } & Dates) =>
      call('PUT', '/api/cm/user-course/update-expdate', { courseId: assignmentId, ...dates }, as),
    onSuccess: assignmentsChanged,
  });
