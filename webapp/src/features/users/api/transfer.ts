/** Learners as a CSV file: in and out. */
import { useMutation } from '@tanstack/react-query';
import { callFile, callPath } from '@/lib/api-client';
import type { ImportReport, ImportUsersResponse, paths } from '@/lib/api/schema';
import { saveFile } from '@/lib/save-file';

const as = { as: 'manager' } as const;

/** Sends a file as it is; a dry run changes nothing and tells the same. */
export const importFile = async (file: Blob, dryRun: boolean, signal: AbortSignal): Promise<ImportReport> =>
  (
    await callPath<ImportUsersResponse>(
      'POST',
      `/api/cm/user/import${dryRun ? '?dryRun=true' : ''}`,
      new Blob([file], { type: 'text/csv' }),
      { ...as, signal },
    )
  ).result;

export type ExportInput = NonNullable<
  paths['/api/cm/user/export']['post']['requestBody']
>['content']['application/json'];

/** Fetches the file and gives it to the browser to keep. */
export const useExportUsers = () =>
  useMutation({
    mutationFn: async (input: ExportInput) => {
      const { blob, name } = await callFile('POST', '/api/cm/user/export', input, as);
      saveFile(blob, name);
    },
  });
