/**
 * The videos being uploaded for lessons. They belong to the page, not to a screen: they continue while the manager uses
 * other screens, and end with the manager's session. A reload stops them; upload-memory.ts remembers how far they were.
 */
import type { Side } from '@/components/conflict/conflict-dialog';
import { isApiError } from '@/lib/api-error';
import type { Part } from '@/lib/models';
import { managerSession } from '@/lib/session';
import { attachVideo, seenVideoOf, type SeenVideo } from './api/attach-video';
import { uploadVideo, type RunningUpload } from './api/upload-video';
import { lessonUploads, percentOf, type LessonUpload } from './upload-list';
import { rememberUpload } from './upload-memory';

interface Running {
  control: RunningUpload;
  /** What the video replaces. */
  seen: SeenVideo;
  /** Once all is there. */
  assetId?: string;
  /** The lesson with the video that somebody else gave it meanwhile. */
  theirs?: Part;
}
const running = new Map<string, Running>();

export interface Receiver {
  /** Takes a finished video into a lesson, as setVideo does. */
  attach: (partId: string, assetId: string, seen: SeenVideo) => Promise<Part | null>;
  /** Shows the video that somebody else gave a lesson. */
  show: (part: Part) => void;
}
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
  const one = running.get(id);
  if (!upload?.partId || one?.assetId === undefined) return;
  const { courseId, partId } = upload;
  const { assetId, seen } = one;
  change(id, { phase: 'saving', error: undefined });
  try {
    const editor = receivers.get(courseId);
    one.theirs =
      (await (editor?.attach(partId, assetId, seen) ?? attachVideo(courseId, partId, assetId, seen))) ?? undefined;
    // An editor that came meanwhile began with the lesson as it was before.
    const newer = receivers.get(courseId);
    if (!one.theirs && newer && newer !== editor) await newer.attach(partId, assetId, seen);
  } catch (error) {
    if (!isApiError(error)) throw error;
    change(id, { phase: 'failed', error });
    return;
  }
  if (one.theirs) change(id, { phase: 'asking' });
  else end(id);
}

/** Answers which video a lesson gets whose video somebody else has changed during the upload. */
export function chooseVideo(id: string, side: Side): void {
  const upload = find(id);
  const one = running.get(id);
  if (!upload || !one?.theirs) return;
  if (side === 'mine') {
    one.seen = seenVideoOf(one.theirs);
    return void deliver(id);
  }
  receivers.get(upload.courseId)?.show(one.theirs);
  end(id);
}

export interface StoredLesson {
  partId: string;
  seen: SeenVideo;
}

export interface NewUpload extends Pick<LessonUpload, 'courseId' | 'courseTitle' | 'lessonTitle' | 'key'> {
  file: File;
  /** Gives the lesson, which is stored for that; null when that failed, and says why itself. */
  lessonOf: () => Promise<StoredLesson | null>;
}

export async function startUpload({ file, lessonOf, ...place }: NewUpload): Promise<void> {
  const { name, size, lastModified } = file;
  const { courseId } = place;
  const id = crypto.randomUUID?.() ?? `upload-${performance.now()}`;
  const state: LessonUpload = { ...place, id, partId: null, phase: 'waiting', filename: name, sent: 0, total: size };
  lessonUploads.set([...lessonUploads.get(), state]);
  const lesson = await lessonOf();
  // The lesson may have been removed, or its manager signed out.
  if (lesson === null || !find(id)) return end(id);
  const { partId, seen } = lesson;
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
      running.set(id, { control, seen, assetId });
      void deliver(id);
    },
    onFailed: (error) => change(id, { phase: 'failed', error }),
  });
  running.set(id, { control, seen });
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
