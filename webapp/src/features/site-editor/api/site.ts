import { queryOptions, useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import type { Files } from '../files';

/** What an owner edits. The shapes of the files are the server's to check (site/README.md). */
interface EditedSite {
  files: Files;
  /** The site as visitors see it, in each language, with the examples. */
  views: Record<'ar' | 'en', object>;
  revision: number;
  /** There is a draft that is not published. */
  draft: boolean;
  publishedAt: string | null;
}

export const siteQueryOptions = () =>
  queryOptions({
    queryKey: queryKeys.site.draft,
    queryFn: async ({ signal }) =>
      (await managerCall('POST', '/api/cm/site/fetch', {}, { signal })).result as unknown as EditedSite,
  });

const keep = ({ result }: { result: unknown }) =>
  queryClient.setQueryData(siteQueryOptions().queryKey, result as EditedSite);

export const useSaveDraft = () =>
  useMutation({
    mutationFn: ({ files, revision }: { files: Files; revision: number }) =>
      managerCall('PUT', '/api/cm/site/save-draft', {
        files: files as unknown as Record<string, Record<string, never>>,
        revision,
      }),
    onSuccess: keep,
  });

export const usePublish = () =>
  useMutation({
    mutationFn: (revision: number) => managerCall('PUT', '/api/cm/site/publish', { revision }),
    onSuccess: async (answer) => {
      keep(answer);
      await queryClient.invalidateQueries({ queryKey: queryKeys.checklist.all });
    },
  });

/** Stores a picture, and resolves with the name by which a file of the site names it. */
export const useUploadPicture = () =>
  useMutation({
    mutationFn: async (picture: File) => {
      const form = new FormData();
      form.set('image', picture);
      return (await managerCall('POST', '/api/cm/site/upload-picture', form)).result.file;
    },
  });
