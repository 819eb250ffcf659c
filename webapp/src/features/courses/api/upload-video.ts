import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '@/lib/api-error';
import { managerSession } from '@/lib/session';

const ENDPOINT = '/api/cm/media/uploads';
const CHUNK_BYTES = 8 * 1024 * 1024;

export interface UploadEvents {
  /** Per cent, 0 to 100. */
  onProgress: (percent: number) => void;
  onDone: (assetId: string) => void;
  onFailed: (error: ApiError) => void;
}

export interface RunningUpload {
  pause: () => void;
  resume: () => void;
  /** Gives the upload up, here and on the server. */
  cancel: () => void;
}

/**
 * Sends a video in pieces (tus 1.0.0). An upload that was interrupted, even by closing the page, goes on from the
 * last byte when the same file is chosen again. The asset's id is the last segment of the upload's address.
 */
export function uploadVideo(file: File, events: UploadEvents): RunningUpload {
  const upload = new Upload(file, {
    endpoint: ENDPOINT,
    chunkSize: CHUNK_BYTES,
    retryDelays: [0, 1000, 3000, 5000, 10_000],
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name, filetype: file.type },
    onBeforeRequest: (request) => request.setHeader('Authorization', `Bearer ${managerSession.token() ?? ''}`),
    onProgress: (sent, total) => events.onProgress(total ? (sent / total) * 100 : 0),
    onSuccess: () => events.onDone(assetIdOf(upload.url)),
    onError: (error) => events.onFailed(toApiError(error)),
  });
  void upload.findPreviousUploads().then(([earlier]) => {
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    upload.start();
  });
  return {
    pause: () => void upload.abort(),
    resume: () => upload.start(),
    cancel: () => void upload.abort(true).catch(() => undefined),
  };
}

const assetIdOf = (url: string | null): string => url?.replace(/\/+$/, '').split('/').at(-1) ?? '';

function toApiError(error: Error): ApiError {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return new ApiError({ status: 0, code: 'network', message: error.message });
  try {
    const { code, message } = JSON.parse(response.getBody()) as { code?: string; message?: string };
    return new ApiError({
      status: response.getStatus(),
      code: code ?? 'unavailable',
      message: message ?? error.message,
    });
  } catch {
    const code = response.getStatus() === 413 ? 'too_large' : 'unavailable';
    return new ApiError({ status: response.getStatus(), code, message: error.message });
  }
}
