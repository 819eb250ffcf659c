import { useMutation } from '@tanstack/react-query';
import { isApiError } from '@/lib/api-error';
import { managerCall } from '@/lib/manager-api';
import type { Asset } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import { assetQueryOptions } from './fetch-asset';

const remember = ({ result }: { result: Asset }) =>
  queryClient.setQueryData(assetQueryOptions(result._id).queryKey, result);

/** What there is instead of what the caller has seen; null for any other failure. */
export const changedAsset = (error: unknown): Asset | null =>
  isApiError(error, 'changed_meanwhile') ? ((error.result as Asset | undefined) ?? null) : null;

const rememberChanged = (error: Error) => {
  const result = changedAsset(error);
  if (result) remember({ result });
};

/** The version of the captions in a language; empty without any. */
export const versionIn = ({ captions }: Asset, lang: string): string =>
  captions.find((track) => track.lang === lang)?.version ?? '';

export interface CaptionsInput {
  /** BCP 47. */
  lang: string;
  label: string;
  isDefault: boolean;
  /** .vtt or .srt. */
  file: File;
  /** The version in this language that was seen: others are not replaced. */
  version: string;
}

export const useUploadCaptions = (assetId: string) =>
  useMutation({
    mutationFn: ({ lang, label, isDefault, file, version }: CaptionsInput) => {
      const form = new FormData();
      for (const [name, value] of Object.entries({ assetId, lang, label, version })) form.set(name, value);
      form.set('default', String(isDefault));
      form.set('file', file);
      return managerCall('POST', '/api/cm/media/upload-captions', form);
    },
    onSuccess: remember,
    onError: rememberChanged,
  });

export const useDeleteCaptions = (assetId: string) =>
  useMutation({
    mutationFn: (seen: { lang: string; version: string }) =>
      managerCall('DELETE', '/api/cm/media/delete-captions', { assetId, ...seen }),
    onSuccess: remember,
    onError: rememberChanged,
  });
