import { queryOptions } from '@tanstack/react-query';
import { call, type Answer } from '@/lib/api-client';
import type { VideoStatus } from '@/lib/models';

export interface Asset {
  _id: string;
  filename: string;
  status: VideoStatus;
  /** Per cent of the present status' work. */
  progress: number;
  error: string | null;
  /** Seconds. */
  duration: number;
  width: number;
  height: number;
  /** Bytes. */
  size: number;
  renditions: { height: number; bitrate: number }[];
  captions: { lang: string; label: string }[];
}

const POLL_MS = 1500;
const settled = (status: VideoStatus | undefined) => status === 'ready' || status === 'failed';

/** An asset, asked again and again while it is in work. */
export const assetQueryOptions = (assetId: string) =>
  queryOptions({
    queryKey: ['assets', assetId],
    queryFn: async ({ signal }) =>
      (
        await call<Answer & { result: Asset }>(
          'POST',
          '/api/cm/media/fetch-asset',
          { assetId },
          { as: 'manager', signal },
        )
      ).result,
    refetchInterval: ({ state }) => (settled(state.data?.status) || state.error ? false : POLL_MS),
    staleTime: 0,
  });
