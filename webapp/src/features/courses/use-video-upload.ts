import { useEffect, useRef, useState } from 'react';
import type { ApiError } from '@/lib/api-error';
import { uploadVideo, type RunningUpload } from './api/upload-video';

export type UploadState =
  | { phase: 'idle' }
  | { phase: 'sending' | 'paused'; filename: string; percent: number }
  | { phase: 'failed'; filename: string; percent: number; error: ApiError };

/** One video on its way to the server. It pauses when its part's editor goes, and can be taken up again. */
export function useVideoUpload(onDone: (assetId: string) => void) {
  const [state, setState] = useState<UploadState>({ phase: 'idle' });
  const running = useRef<RunningUpload | null>(null);
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });
  useEffect(() => () => running.current?.pause(), []);
  useEffect(() => {
    if (state.phase !== 'sending') return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [state.phase]);

  const start = (file: File) => {
    setState({ phase: 'sending', filename: file.name, percent: 0 });
    running.current = uploadVideo(file, {
      onProgress: (percent) => setState((now) => (now.phase === 'idle' ? now : { ...now, percent })),
      onDone: (assetId) => {
        running.current = null;
        setState({ phase: 'idle' });
        done.current(assetId);
      },
      onFailed: (error) =>
        setState((now) => ({
          phase: 'failed',
          filename: file.name,
          percent: now.phase === 'idle' ? 0 : now.percent,
          error,
        })),
    });
  };
  const pause = () => {
    running.current?.pause();
    setState((now) => (now.phase === 'sending' ? { ...now, phase: 'paused' } : now));
  };
  const resume = () => {
    running.current?.resume();
    setState((now) =>
      now.phase === 'idle' ? now : { phase: 'sending', filename: now.filename, percent: now.percent },
    );
  };
  const cancel = () => {
    running.current?.cancel();
    running.current = null;
    setState({ phase: 'idle' });
  };
  return { state, start, pause, resume, cancel };
}
