/** Learners as a CSV file: in and out. */
import { useMutation } from '@tanstack/react-query';
import type { BodyOf } from '@/lib/api-client';
import type { ImportReport, ImportUsersResponse } from '@/lib/api/schema';
import { managerFile, managerUpload } from '@/lib/manager-api';
import { saveFile } from '@/lib/save-file';

/** Sends a file as it is; a dry run changes nothing and tells the same. */
export const importFile = async (file: Blob, dryRun: boolean, signal: AbortSignal): Promise<ImportReport> =>
  (
    await managerUpload<ImportUsersResponse>(
      `/api/cm/user/import${dryRun ? '?dryRun=true' : ''}`,
      new Blob([file], { type: 'text/csv' }),
      { signal },
    )
  ).result;

type ExportInput = BodyOf<'/api/cm/user/export', 'POST'>;

/** Fetches the file and gives it to the browser to keep. */
export const useExportUsers = () =>
  useMutation({
    mutationFn: async (input: ExportInput) => {
      const { blob, name } = await managerFile('POST', '/api/cm/user/export', input);
      saveFile(blob, name);
    },
  });
