/** What lesson-uploads.ts has on its way, for whoever shows it. */
import type { ApiError } from '@/lib/api-error';
import { Store } from '@/lib/store';

export interface LessonUpload {
  id: string;
  courseId: string;
  courseTitle: string;
  lessonTitle: string;
  /** The lesson's key in the editor that began it. */
  key: string;
  /** Null until the lesson is stored. */
  partId: string | null;
  /**
   * `waiting` until its lesson is stored; `saving` once all is there, until the lesson has it; `asking` if somebody else
   * has changed the lesson's video meanwhile, until the manager has chosen one.
   */
  phase: 'waiting' | 'sending' | 'paused' | 'saving' | 'asking' | 'failed';
  filename: string;
  /** Bytes. */
  sent: number;
  total: number;
  error?: ApiError;
}

export const percentOf = ({ sent, total }: Pick<LessonUpload, 'sent' | 'total'>): number =>
  total > 0 ? (sent / total) * 100 : 0;

export const isMoving = ({ phase }: LessonUpload): boolean =>
  phase === 'sending' || phase === 'waiting' || phase === 'saving';

/** Whether it would be lost with the page. */
export const isAtRisk = (upload: LessonUpload): boolean => isMoving(upload) || upload.phase === 'asking';

export const lessonUploads = new Store<readonly LessonUpload[]>([]);
