import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Asset } from '@/lib/models';
import { queryClient } from '@/lib/query-client';
import { assetQueryOptions, isSettled } from './api/fetch-asset';
import type { DraftPart } from './use-parts';

/** Videos that are asked about at once: the server works on them one after the other. */
const WATCHED = 4;

const isAnswered = (assetId: string): boolean =>
  isSettled(queryClient.getQueryData(assetQueryOptions(assetId).queryKey)?.status);

/** The lessons with what is known of their videos by now; those without news stay the same objects. */
export function withProgress(drafts: readonly DraftPart[], assets: readonly Asset[]): readonly DraftPart[] {
  const byId = new Map(assets.map((asset) => [asset._id, asset]));
  return drafts.map((draft) => {
    const asset = draft.video && byId.get(draft.video.assetId);
    if (!asset) return draft;
    const { _id: assetId, status, progress, error } = asset;
    return { ...draft, video: { assetId, status, progress, error } };
  });
}

/** Follows the videos that were in work when their lessons were loaded or saved, some at a time until all are done. */
export function useVideoProgress(drafts: readonly DraftPart[]): readonly DraftPart[] {
  const ids = drafts.flatMap(({ video }) => (video && !isSettled(video.status) ? [video.assetId] : []));
  const unique = [...new Set(ids)];
  const watched = unique.filter((id) => !isAnswered(id)).slice(0, WATCHED);
  const assets = useQueries({
    queries: unique.map((id) => ({ ...assetQueryOptions(id), enabled: watched.includes(id) })),
    combine: (results) => results.flatMap(({ data }) => data ?? []),
  });
  return useMemo(() => withProgress(drafts, assets), [drafts, assets]);
}
