import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '@/lib/api-error';
import { uploadVideo, type RunningUpload } from './api/upload-video';
import { rememberUpload } from './upload-memory';

export interface UploadState {
  /** `waiting` until its lesson is saved. */
  phase: 'waiting' | 'sending' | 'paused' | 'failed';
  filename: string;
  /** Bytes. */
  sent: number;
  total: number;
  error?: ApiError;
}

export const percentOf = ({ sent, total }: UploadState): number => (total > 0 ? (sent / total) * 100 : 0);

/** By the lessons' keys. */
export type Uploads = Readonly<Record<string, UploadState>>;

/**
 * The videos on their way to a course's lessons, several at once. They go on whichever lesson is open, pause when the
 * screen is left, and can be taken up again. `partOf` gives the id of a lesson that is stored; `onDone` is told which
 * lesson got which asset.
 */
export function useUploads(
  courseId: string,
  partOf: (key: string) => Promise<string | null>,
  onDone: (key: string, assetId: string) => void,
) {
  const [uploads, setUploads] = useState<Uploads>({});
  const running = useRef(new Map<string, { control: RunningUpload; partId: string }>());
  const told = useRef({ partOf, onDone });
  useEffect(() => {
    told.current = { partOf, onDone };
  });
  useEffect(() => {
    const all = running.current;
    return () => all.forEach(({ control }) => control.pause());
  }, []);
  const busy = Object.values(uploads).some(({ phase }) => phase === 'sending' || phase === 'waiting');
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);

  const change = (key: string, next: Partial<UploadState>) =>
    setUploads((now) => (now[key] ? { ...now, [key]: { ...now[key], ...next } } : now));
  const end = (key: string) => {
    running.current.delete(key);
    setUploads((now) => Object.fromEntries(Object.entries(now).filter(([other]) => other !== key)));
  };

  const start = async (key: string, file: File) => {
    const { name, size, lastModified } = file;
    setUploads((now) => ({ ...now, [key]: { phase: 'waiting', filename: name, sent: 0, total: size } }));
    const partId = await told.current.partOf(key);
    if (partId === null) return end(key);
    let percent = -1;
    const control = uploadVideo(file, `${courseId}:${partId}`, {
      onProgress: (sent, total) => {
        change(key, { sent, total });
        const now = Math.floor(percentOf({ phase: 'sending', filename: name, sent, total }));
        if (now === percent) return;
        percent = now;
        rememberUpload(courseId, partId, { filename: name, size, lastModified, percent });
      },
      onDone: (assetId) => {
        rememberUpload(courseId, partId, null);
        end(key);
        told.current.onDone(key, assetId);
      },
      onFailed: (error) => change(key, { phase: 'failed', error }),
    });
    rememberUpload(courseId, partId, { filename: name, size, lastModified, percent: 0 });
    running.current.set(key, { control, partId });
    change(key, { phase: 'sending' });
  };
  const pause = (key: string) => {
    running.current.get(key)?.control.pause();
    change(key, { phase: 'paused' });
  };
  const resume = (key: string) => {
    running.current.get(key)?.control.resume();
    change(key, { phase: 'sending', error: undefined });
  };
  const cancel = (key: string) => {
    const one = running.current.get(key);
    one?.control.cancel();
    if (one) rememberUpload(courseId, one.partId, null);
    end(key);
  };
  return { uploads, start, pause, resume, cancel };
}
