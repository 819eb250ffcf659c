import { queryOptions, useIsMutating, useMutation } from '@tanstack/react-query';
import type { Seen } from '@/components/conflict/use-guarded-save';
import { ApiError, isApiError } from '@/lib/api-error';
import { managerCall } from '@/lib/manager-api';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import type { Files } from '../files';

/** What an owner edits. The shapes of the files are the server's to check (site/README.md). */
export interface SiteValues {
  files: Files;
  /** IANA name of the academy's time zone; empty while no owner has chosen one. */
  timezone: string;
}

export interface EditedSite extends SiteValues {
  /** The site as visitors see it, in each language, with the examples. */
  views: Record<'ar' | 'en', object>;
  revision: number;
  /** There is a draft that is not published. */
  draft: boolean;
  publishedAt: string | null;
}

export const seenOf = ({ revision, files, timezone }: EditedSite): Seen<SiteValues> => ({
  revision,
  values: { files, timezone },
});

export const siteQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.site.draft,
    queryFn: async ({ signal }) =>
      (await managerCall('POST', '/api/cm/site/fetch', {}, { signal })).result as unknown as EditedSite,
  });

/** A refusal because another owner was quicker carries what is there now. */
async function withTheirs<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (!isApiError(error, 'changed_meanwhile')) throw error;
    const result = await queryClient.fetchQuery({ ...siteQueryOptions(), staleTime: 0 });
    const { status, code, message, requestId } = error;
    throw new ApiError({ status, code, message, requestId, result });
  }
}

const keep = ({ result }: { result: unknown }) =>
  queryClient.setQueryData(siteQueryOptions().queryKey, result as EditedSite);

export const useSaveDraft = () =>
  useMutation({
    mutationFn: ({ files, timezone, revision }: SiteValues & { revision: number }) =>
      withTheirs(
        managerCall('PUT', '/api/cm/site/save-draft', {
          files: files as unknown as Record<string, Record<string, never>>,
          timezone,
          revision,
        }),
      ),
    onSuccess: keep,
  });

export const usePublish = () =>
  useMutation({
    mutationFn: (revision: number) => withTheirs(managerCall('PUT', '/api/cm/site/publish', { revision })),
    onSuccess: async (answer) => {
      keep(answer);
      await queryClient.invalidateQueries({ queryKey: queryKeys.checklist.all });
    },
  });

/** Stores a picture, and resolves with the name by which a file of the site names it. */
const UPLOAD = ['site', 'upload-picture'];

/** Whether a picture is on its way. */
export const useUploading = () => useIsMutating({ mutationKey: UPLOAD }) > 0;

export const useUploadPicture = () =>
  useMutation({
    mutationKey: UPLOAD,
    mutationFn: async (picture: File) => {
      const form = new FormData();
      form.set('image', picture);
      return (await managerCall('POST', '/api/cm/site/upload-picture', form)).result.file;
    },
  });
