/** Learners as a CSV file: in and out. */
import { useMutation } from '@tanstack/react-query';
import { callFile, callPath } from '@/lib/api-client';
import { queryClient } from '@/lib/query-client';

export interface ImportIssue {
  /** Of the file, from 1. */
  line: number;
  email: string;
  /** A column's name, or empty. */
  field: string;
  code: string;
  message: string;
}

export interface ImportReport {
  dryRun: boolean;
  /** False where the import broke off after `rows` rows. */
  complete: boolean;
  rows: number;
  created: number;
  updated: number;
  unchanged: number;
  refused: number;
  assignments: { assigned: number; datesChanged: number; unchanged: number; refused: number };
  columns: string[];
  ignoredColumns: string[];
  encoding: string;
  delimiter: string;
  issues: ImportIssue[];
  /** How many more there are than `issues` lists. */
  moreIssues: number;
}

const as = { as: 'manager' } as const;

/** Sends the file as it is; a dry run changes nothing and tells the same. */
export const useImportUsers = () =>
  useMutation({
    mutationFn: async ({ file, dryRun }: { file: Blob; dryRun: boolean }) =>
      (
        await callPath<{ message: string; result: ImportReport }>(
          'POST',
          `/api/cm/user/import${dryRun ? '?dryRun=true' : ''}`,
          new Blob([file], { type: 'text/csv' }),
          as,
        )
      ).result,
    onSettled: (_report, _error, { dryRun }) =>
      dryRun
        ? undefined
        : Promise.all(
            ['users', 'assignments', 'audit'].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
          ),
  });

export interface ExportInput {
  search?: string;
  sort?: string;
  clientIds?: readonly string[];
  /** A line for each course of a learner. */
  courses: boolean;
  lang: string;
}

/** Fetches the file and gives it to the browser to keep. */
export const useExportUsers = () =>
  useMutation({
    mutationFn: async (input: ExportInput) => {
      const { blob, name } = await callFile('POST', '/api/cm/user/export', input, as);
      saveFile(blob, name);
    },
  });

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
