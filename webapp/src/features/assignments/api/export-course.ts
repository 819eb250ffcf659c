import { useMutation } from '@tanstack/react-query';
import { managerFile } from '@/lib/manager-api';
import type { AssignmentState } from '@/lib/models';
import { saveFile } from '@/lib/save-file';

export interface ExportCourseInput {
  search: string;
  sort: string;
  state: AssignmentState | '';
  /** The language of the columns' names. */
  lang: string;
}

/** Downloads the course's learners with dates, state and progress as a CSV file. */
export const useExportCourse = (courseId: string) =>
  useMutation({
    mutationFn: async ({ search, sort, state, lang }: ExportCourseInput) => {
      const body = { courseId, sort, lang, ...(search && { search }), ...(state && { state }) };
      const { blob, name } = await managerFile('POST', '/api/cm/user-course/export', body);
      saveFile(blob, name);
    },
  });
