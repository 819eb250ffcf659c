import { keepPreviousData, queryOptions, useMutation, type Query } from '@tanstack/react-query';
import { call } from '@/lib/api-client';
import type { Course } from '@/lib/models';
import { queryClient } from '@/lib/query-client';

const as = { as: 'manager' } as const;

/** All courses, whole. */
export const coursesQueryOptions = () =>
  queryOptions({
    queryKey: ['courses', 'list'],
    queryFn: async ({ signal }) => (await call('POST', '/api/cm/course/fetch-courses', {}, { ...as, signal })).result,
  });

export interface CoursesFilter {
  search: string;
  /** `title`, `createdAt` or `updatedAt`, with `-` before it for descending. */
  sort: string;
  limit: number;
  cursor: string;
}

/** A page of courses; the one before stays until the next is there. */
export const coursesPageQueryOptions = ({ search, sort, limit, cursor }: CoursesFilter) =>
  queryOptions({
    queryKey: ['courses', 'page', { search, sort, limit, cursor }],
    queryFn: ({ signal }) =>
      call(
        'POST',
        '/api/cm/course/fetch-courses',
        { sort, limit, ...(search && { search }), ...(cursor && { cursor }) },
        { ...as, signal },
      ),
    placeholderData: keepPreviousData,
  });

/** The newest list in memory that has the course: the whole one, or a page of it. */
function findKnown(courseId: string): { course: Course; at: number } | undefined {
  const lists = queryClient.getQueryCache().findAll({ queryKey: ['courses'], predicate: isList });
  return lists
    .map(({ state }) => {
      const list = Array.isArray(state.data) ? state.data : (state.data as { result?: Course[] } | undefined)?.result;
      const course = (list as Course[] | undefined)?.find(({ _id }) => _id === courseId);
      return course && { course, at: state.dataUpdatedAt };
    })
    .filter((known) => known !== undefined)
    .toSorted((a, b) => b.at - a.at)[0];
}
const isList = ({ queryKey }: Query): boolean => queryKey[1] === 'list' || queryKey[1] === 'page';

/**
 * One course, null when there is none. The server gives courses in lists only: one that a list of before has is shown at
 * once, and what has become old is asked for again.
 */
export const courseQueryOptions = (courseId: string) =>
  queryOptions({
    queryKey: ['courses', 'one', courseId],
    queryFn: async (): Promise<Course | null> => {
      const all = await queryClient.fetchQuery({ ...coursesQueryOptions(), staleTime: 0 });
      return all.find(({ _id }) => _id === courseId) ?? null;
    },
    initialData: () => findKnown(courseId)?.course,
    initialDataUpdatedAt: () => findKnown(courseId)?.at,
  });

/** Puts one course's newest form into the lists, so that no screen shows an older one. */
export function rememberCourse(course: Course): void {
  queryClient.setQueryData(courseQueryOptions(course._id).queryKey, course);
  queryClient.setQueryData(coursesQueryOptions().queryKey, (list) =>
    list?.map((known) => (known._id === course._id ? course : known)),
  );
  void queryClient.invalidateQueries({ queryKey: ['courses', 'page'] });
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
      return call('PUT', '/api/cm/course/create-course', form, as);
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['courses'] }),
  });

/** A part as update-course takes it: without `_id` it is new, `video` names the asset to play. */
export interface PartInput {
  _id?: string;
  title: string;
  description: string;
  video: { assetId: string } | null;
}

/** A save begun while another of the course is under way waits for it: the last one wins, whichever answer comes first. */
export const savesOf = (courseId: string) => ({ id: `course:${courseId}` });

export const useUpdateCourse = (courseId: string) =>
  useMutation({
    mutationFn: (input: Partial<CourseText> & { parts?: PartInput[] }) =>
      call('PUT', '/api/cm/course/update-course', { courseId, ...input }, as),
    scope: savesOf(courseId),
    onSuccess: ({ result }) => rememberCourse(result),
  });

export const useUpdateImage = (courseId: string) =>
  useMutation({
    mutationFn: (image: File) => {
      const form = new FormData();
      form.set('courseId', courseId);
      form.set('image', image);
      return call('POST', '/api/cm/course/update-image', form, as);
    },
    onSuccess: ({ result }) => rememberCourse(result),
  });

export const useDeleteCourse = () =>
  useMutation({
    mutationFn: (courseId: string) => call('DELETE', '/api/cm/course/delete-course', { courseId }, as),
    onSuccess: (_, courseId) => {
      queryClient.setQueryData(courseQueryOptions(courseId).queryKey, null);
      queryClient.setQueryData(coursesQueryOptions().queryKey, (list) => list?.filter(({ _id }) => _id !== courseId));
      void queryClient.invalidateQueries({ queryKey: ['courses', 'page'] });
    },
  });
