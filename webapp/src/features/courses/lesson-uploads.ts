/**
 * The videos being uploaded for lessons. They belong to the page, not to a screen: they continue while the manager uses
 * other screens, and end with the manager's session. A reload stops them; upload-memory.ts remembers how far they were.
 */
import { isApiError } from '@/lib/api-error';
import { managerSession } from '@/lib/session';
import { attachVideo } from './api/attach-video';
import { uploadVideo, type RunningUpload } from './api/upload-video';
import { lessonUploads, percentOf, type LessonUpload } from './upload-list';
import { rememberUpload } from './upload-memory';

interface Running {
  control: RunningUpload;
  /** Once all is there. */
  assetId?: string;
}
const running = new Map<string, Running>();

/** Takes a finished video into a lesson. */
type Receiver = (partId: string, assetId: string) => void;
/** The editors that are open, by course. */
const receivers = new Map<string, Receiver>();

const find = (id: string) => lessonUploads.get().find((upload) => upload.id === id);
const change = (id: string, next: Partial<LessonUpload>) =>
  lessonUploads.set(lessonUploads.get().map((upload) => (upload.id === id ? { ...upload, ...next } : upload)));
const end = (id: string) => {
  running.delete(id);
  lessonUploads.set(lessonUploads.get().filter((upload) => upload.id !== id));
};

/** An editor takes its course's finished videos itself, beside what else is changed there. Gives the way to leave. */
export function receiveVideos(courseId: string, receiver: Receiver): () => void {
  receivers.set(courseId, receiver);
  return () => {
    if (receivers.get(courseId) === receiver) receivers.delete(courseId);
  };
}

async function deliver(id: string): Promise<void> {
  const upload = find(id);
  const assetId = running.get(id)?.assetId;
  if (!upload?.partId || assetId === undefined) return;
  const { courseId, partId } = upload;
  if (!receivers.has(courseId)) {
    change(id, { phase: 'saving', error: undefined });
    try {
      await attachVideo(courseId, partId, assetId);
    } catch (error) {
      if (!isApiError(error)) throw error;
      change(id, { phase: 'failed', error });
      return;
    }
  }
  // An editor that came meanwhile began with the lesson as it was before.
  receivers.get(courseId)?.(partId, assetId);
  end(id);
}

export interface NewUpload extends Pick<LessonUpload, 'courseId' | 'courseTitle' | 'lessonTitle' | 'key'> {
  file: File;
  /** Gives the id of the lesson, which is stored for that; null when that failed, and says why itself. */
  partOf: () => Promise<string | null>;
}

export async function startUpload({ file, partOf, ...place }: NewUpload): Promise<void> {
  const { name, size, lastModified } = file;
  const { courseId } = place;
  const id = crypto.randomUUID?.() ?? `upload-${performance.now()}`;
  const state: LessonUpload = { ...place, id, partId: null, phase: 'waiting', filename: name, sent: 0, total: size };
  lessonUploads.set([...lessonUploads.get(), state]);
  const partId = await partOf();
  // The lesson may have been removed, or its manager signed out.
  if (partId === null || !find(id)) return end(id);
  let percent = -1;
  const control = uploadVideo(file, `${courseId}:${partId}`, {
    onProgress: (sent, total) => {
      // Told at each per cent: more often would keep the page from what its manager does meanwhile.
      const now = Math.floor(percentOf({ sent, total }));
      if (now === percent || !find(id)) return;
      percent = now;
      change(id, { sent, total });
      rememberUpload(courseId, partId, { filename: name, size, lastModified, percent });
    },
    onDone: (assetId) => {
      rememberUpload(courseId, partId, null);
      running.set(id, { control, assetId });
      void deliver(id);
    },
    onFailed: (error) => change(id, { phase: 'failed', error }),
  });
  running.set(id, { control });
  rememberUpload(courseId, partId, { filename: name, size, lastModified, percent: 0 });
  change(id, { partId, phase: 'sending' });
}

export function pauseUpload(id: string): void {
  running.get(id)?.control.pause();
  change(id, { phase: 'paused' });
}

/** Resumes an upload that was paused or failed. */
export function resumeUpload(id: string): void {
  const one = running.get(id);
  if (!one) return;
  if (one.assetId !== undefined) return void deliver(id);
  change(id, { phase: 'sending', error: undefined });
  one.control.resume();
}

/** Cancels it, here and on the server. */
export function cancelUpload(id: string): void {
  const upload = find(id);
  running.get(id)?.control.cancel();
  if (upload?.partId) rememberUpload(upload.courseId, upload.partId, null);
  end(id);
}

/** Cancels the uploads of a removed course. */
export const cancelUploadsOf = (gone: string): void =>
  lessonUploads.get().forEach(({ id, courseId }) => courseId === gone && cancelUpload(id));

/** Stops all uploads. They can be resumed with their files, because the server keeps what was sent for a day. */
export function stopUploads(): void {
  for (const { control } of running.values()) control.pause();
  running.clear();
  lessonUploads.set([]);
}

// If the session expired, its owner may sign in again and resume what failed meanwhile.
let owner = managerSession.state.get()?.identity.userId;
managerSession.state.subscribe(() => {
  const userId = managerSession.state.get()?.identity.userId;
  if (userId === undefined ? !managerSession.mayReturn() : owner !== undefined && userId !== owner) stopUploads();
  owner = userId ?? owner;
});
