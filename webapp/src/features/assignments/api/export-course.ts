import { useMutation } from '@tanstack/react-query';
import { callFile } from '@/lib/api-client';
import type { AssignmentState } from '@/lib/models';
import { saveFile } from '@/lib/save-file';

export interface ExportCourseInput {
  search: string;
  sort: string;
  state: AssignmentState | '';
  /** Of the columns' names. */
  lang: string;
}

/** The course's learners with dates, state and progress as a CSV file, given to the browser to keep. */
export const useExportCourse = (courseId: string) =>
  useMutation({
    mutationFn: async ({ search, sort, state, lang }: ExportCourseInput) => {
      const body = { courseId, sort, lang, ...(search && { search }), ...(state && { state }) };
      const { blob, name } = await callFile('POST', '/api/cm/user-course/export', body, { as: 'manager' });
      saveFile(blob, name);
    },
  });
