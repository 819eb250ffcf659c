import { defaultOptions, DetailedError, Upload, type HttpRequest, type HttpResponse } from 'tus-js-client';
import { ApiError } from '@/lib/api-error';
import { managerSession } from '@/lib/session';

const ENDPOINT = '/api/cm/media/uploads';
const CHUNK_BYTES = 8 * 1024 * 1024;

export interface UploadEvents {
  /** Bytes uploaded, and the total. */
  onProgress: (sent: number, total: number) => void;
  onDone: (assetId: string) => void;
  onFailed: (error: ApiError) => void;
}

export interface RunningUpload {
  pause: () => void;
  resume: () => void;
  /** Cancels the upload, here and on the server. */
  cancel: () => void;
}

/** What an upload is known by in this browser: the lesson it is for, and the file. */
const fingerprintOf = (place: string, { name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>) =>
  ['tus', place, name, size, lastModified].join(':');

const authorize = { onBeforeRequest: addToken };

/** What the client is told of an upload that is not there any more. */
const GONE = [404, 410];

/**
 * After any failure of its question for the offset the client would begin another upload, from the first byte, and forget
 * this one. Only one that is gone may be begun again.
 */
function keepUpload(request: HttpRequest, response: HttpResponse): void {
  const status = response.getStatus();
  if (request.getMethod() !== 'HEAD' || status < 400 || GONE.includes(status)) return;
  throw new ApiError({ status, code: status === 401 ? 'unauthenticated' : 'unavailable', message: 'HEAD failed' });
}

/** Whether trying again may help. */
function isPassing(error: Error): boolean {
  const { status } = toApiError(error);
  return navigator.onLine && (status < 400 || status >= 500 || [409, 423, 429].includes(status));
}

function addToken(request: { setHeader: (name: string, value: string) => void }): void {
  request.setHeader('Authorization', `Bearer ${managerSession.token() ?? ''}`);
}

/**
 * Sends a video in pieces (tus 1.0.0). An upload that was interrupted, even by closing the page, goes on from the
 * last byte when the same file is chosen again for the same `place`. The asset's id is the last segment of the upload's
 * address.
 */
export function uploadVideo(file: File, place: string, events: UploadEvents): RunningUpload {
  const upload = new Upload(file, {
    ...authorize,
    endpoint: ENDPOINT,
    chunkSize: CHUNK_BYTES,
    retryDelays: [0, 1000, 3000, 5000, 10_000],
    onAfterResponse: keepUpload,
    onShouldRetry: isPassing,
    removeFingerprintOnSuccess: true,
    fingerprint: () => Promise.resolve(fingerprintOf(place, file)),
    metadata: { filename: file.name, filetype: file.type },
    onProgress: (sent, total) => events.onProgress(sent, total ?? file.size),
    onSuccess: () => events.onDone(assetIdOf(upload.url)),
    onError: (error) => events.onFailed(toApiError(error)),
  });
  let stopped = false;
  void upload.findPreviousUploads().then(([earlier]) => {
    if (earlier) upload.resumeFromPreviousUpload(earlier);
    if (!stopped) upload.start();
  });
  return {
    pause: () => {
      stopped = true;
      void upload.abort();
    },
    resume: () => {
      stopped = false;
      upload.start();
    },
    cancel: () => {
      stopped = true;
      void upload.abort(true).catch(() => undefined);
    },
  };
}

/** Cancels an earlier upload without its file: forgets it here and deletes it from the server. */
export async function discardUpload(place: string, file: Pick<File, 'name' | 'size' | 'lastModified'>): Promise<void> {
  const storage = defaultOptions.urlStorage;
  const earlier = (await storage?.findUploadsByFingerprint(fingerprintOf(place, file))) ?? [];
  for (const { uploadUrl, urlStorageKey } of earlier) {
    await storage?.removeUpload(urlStorageKey);
    // If this fails, the upload expires by itself.
    if (uploadUrl) await Upload.terminate(uploadUrl, { ...authorize }).catch(() => undefined);
  }
}

const assetIdOf = (url: string | null): string => url?.replace(/\/+$/, '').split('/').at(-1) ?? '';

function toApiError(error: Error): ApiError {
  if (error instanceof DetailedError && error.causingError instanceof ApiError) return error.causingError;
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response)
    return new ApiError({ status: 0, code: navigator.onLine ? 'network' : 'offline', message: error.message });
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
