import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
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

/** Puts one course's newest form into the lists, so that no screen shows an older one. */
function remember(course: Course): void {
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

export const useUpdateCourse = (courseId: string) =>
  useMutation({
    mutationFn: (input: Partial<CourseText> & { parts?: PartInput[] }) =>
      call('PUT', '/api/cm/course/update-course', { courseId, ...input }, as),
    // A save begun while another is under way waits for it: the last one wins, whichever answer comes first.
    scope: { id: `course:${courseId}` },
    onSuccess: ({ result }) => remember(result),
  });

export const useUpdateImage = (courseId: string) =>
  useMutation({
    mutationFn: (image: File) => {
      const form = new FormData();
      form.set('courseId', courseId);
      form.set('image', image);
      return call('POST', '/api/cm/course/update-image', form, as);
    },
    onSuccess: ({ result }) => remember(result),
  });

export const useDeleteCourse = () =>
  useMutation({
    mutationFn: (courseId: string) => call('DELETE', '/api/cm/course/delete-course', { courseId }, as),
    onSuccess: (_, courseId) => {
      queryClient.setQueryData(coursesQueryOptions().queryKey, (list) => list?.filter(({ _id }) => _id !== courseId));
      void queryClient.invalidateQueries({ queryKey: ['courses', 'page'] });
    },
  });
