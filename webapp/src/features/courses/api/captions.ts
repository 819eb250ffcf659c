import { useMutation } from '@tanstack/react-query';
import { managerCall } from '@/lib/manager-api';
import type { Asset } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import { assetQueryOptions } from './fetch-asset';

const remember = ({ result }: { result: Asset }) =>
  queryClient.setQueryData(assetQueryOptions(result._id).queryKey, result);

export interface CaptionsInput {
  /** BCP 47. */
  lang: string;
  label: string;
  isDefault: boolean;
  /** .vtt or .srt. */
  file: File;
}

export const useUploadCaptions = (assetId: string) =>
  useMutation({
    mutationFn: ({ lang, label, isDefault, file }: CaptionsInput) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ assetId, lang, label })) form.set(name, value);
      form.set('default', String(isDefault));
      form.set('file', file);
      return managerCall('POST', '/api/cm/media/upload-captions', form);
    },
    onSuccess: remember,
  });

export const useDeleteCaptions = (assetId: string) =>
  useMutation({
    mutationFn: (lang: string) => managerCall('DELETE', '/api/cm/media/delete-captions', { assetId, lang }),
    onSuccess: remember,
  });
