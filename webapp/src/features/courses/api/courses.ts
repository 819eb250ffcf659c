import { keepPreviousData, mutationOptions, queryOptions, useMutation } from '@tanstack/react-query';
import { isApiError } from '@/lib/api-error';
import { coursesQueryOptions } from '@/lib/courses-query';
import { managerCall } from '@/lib/manager-api';
import type { Course } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import { coursesChanged, queryKeys } from '@/lib/query-keys';

export interface CoursesFilter {
  search: string;
  /** `title`, `createdAt` or `updatedAt`, with `-` before it for descending. */
  sort: string;
  limit: number;
  cursor: string;
}

/** A page of courses; the previous page stays until the next has loaded. */
export const coursesPageQueryOptions = ({ search, sort, limit, cursor }: CoursesFilter) =>
  queryOptions({
    queryKey: queryKeys.courses.page({ search, sort, limit, cursor }),
    queryFn: ({ signal }) =>
      managerCall(
        'POST',
        '/api/cm/course/fetch-courses',
        { sort, limit, ...(search && { search }), ...(cursor && { cursor }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

async function fetchCourse(courseId: string, signal: AbortSignal): Promise<Course | null> {
  try {
    return (await managerCall('POST', '/api/cm/course/fetch-course', { courseId }, { signal })).result;
  } catch (error) {
    if (isApiError(error, 'course_not_found')) return null;
    throw error;
  }
}

/** One course, null when there is none. */
export const courseQueryOptions = (courseId: string) =>
  queryOptions({
    queryKey: queryKeys.courses.detail(courseId),
    queryFn: ({ signal }) => fetchCourse(courseId, signal),
  });

/** Puts one course's newest form where its old one is shown. */
function rememberCourse(course: Course): void {
  queryClient.setQueryData(courseQueryOptions(course._id).queryKey, course);
  queryClient.setQueryData(coursesQueryOptions().queryKey, (courses) =>
    courses?.map((known) => (known._id === course._id ? course : known)),
  );
  void coursesChanged();
}

export interface CourseText {
  title: string;
  description: string;
}

export const useCreateCourse = () =>
  useMutation({
    mutationFn: ({ image, ...text }: CourseText & { image: File | null }) => {
      const form = new FormData();
      form.set('title', text.title);
      form.set('description', text.description);
      if (image) form.set('image', image);
      return managerCall('PUT', '/api/cm/course/create-course', form);
    },
    onSuccess: () => Promise.all([queryClient.invalidateQueries(coursesQueryOptions()), coursesChanged()]),
  });

/** A part as update-course takes it: without `_id` it is new, `video` names the asset to play. */
export interface PartInput {
  _id?: string;
  title: string;
  description: string;
  video: { assetId: string } | null;
}

/** A save begun while another of the course is under way waits for it: the last one wins, whichever answer comes first. */
const savesOf = (courseId: string) => ({ id: `course:${courseId}` });

export const useUpdateCourse = (courseId: string) =>
  useMutation({
    mutationFn: (input: Partial<CourseText> & { parts?: PartInput[]; revision: number }) =>
      managerCall('PUT', '/api/cm/course/update-course', { courseId, ...input }),
    scope: savesOf(courseId),
    onSuccess: ({ result }) => rememberCourse(result),
  });

/** The course as it is now, of a save refused because somebody else changed it; null of any other failure. */
export const changedCourse = (error: unknown): Course | null =>
  isApiError(error, 'changed_meanwhile') && error.result !== undefined ? (error.result as Course) : null;

/** What is sent as soon as it is chosen shows on its screen what somebody else has put there instead. */
function rememberChanged(error: unknown): void {
  const course = changedCourse(error);
  if (course) rememberCourse(course);
}

/** Sets one part's video and nothing else: what others change in the course meanwhile stays. */
export const partVideoMutation = (courseId: string) =>
  mutationOptions({
    mutationFn: (input: { partId: string; assetId: string; revision: number }) =>
      managerCall('PUT', '/api/cm/course/set-part-video', { courseId, ...input }),
    scope: savesOf(courseId),
    onSuccess: ({ result }) => rememberCourse(result),
    onError: rememberChanged,
  });

export const useUpdateImage = (courseId: string) =>
  useMutation({
    mutationFn: ({ image, revision }: { image: File; revision: number }) => {
      const form = new FormData();
      form.set('courseId', courseId);
      form.set('image', image);
      form.set('revision', String(revision));
      return managerCall('POST', '/api/cm/course/update-image', form);
    },
    scope: savesOf(courseId),
    onSuccess: ({ result }) => rememberCourse(result),
    onError: rememberChanged,
  });

export const useDeleteCourse = () =>
  useMutation({
    mutationFn: (courseId: string) => managerCall('DELETE', '/api/cm/course/delete-course', { courseId }),
    onSuccess: (_, courseId) => {
      queryClient.setQueryData(courseQueryOptions(courseId).queryKey, null);
      queryClient.setQueryData(coursesQueryOptions().queryKey, (courses) =>
        courses?.filter(({ _id }) => _id !== courseId),
      );
      void coursesChanged();
    },
  });
