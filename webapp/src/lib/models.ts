/** The shapes of the REST contract that more than one feature speaks of. */

export interface Manager {
  _id: string;
  email: string;
  fullname: string;
  lastLogin: string | null;
  createdAt: string;
}

export interface Learner {
  _id: string;
  email: string;
  fullname: string;
  phonenumber: string;
  address: string;
  active: boolean;
  activated: boolean;
  status: 'online' | 'offline';
  socketId: string | null;
  lastLogin: string | null;
  createdAt: string;
}

export type VideoStatus = 'uploading' | 'queued' | 'processing' | 'ready' | 'failed';

export interface PartVideo {
  assetId: string;
  status: VideoStatus;
  /** Percent, 0 to 100. */
  progress: number;
  error: string | null;
}

export interface Part {
  _id: string;
  title: string;
  description: string;
  /** Seconds; 0 when unknown. */
  duration: number;
  video: PartVideo | null;
}

export interface Course {
  _id: string;
  id: string;
  title: string;
  description: string;
  image: string | null;
  parts: Part[];
  createdAt: string;
  updatedAt: string;
}

export type AssignmentState = 'upcoming' | 'active' | 'expired';

export interface Assignment {
  _id: string;
  courseId: string;
  clientId: string;
  userId: string;
  startDate: string;
  expiryDate: string;
  state: AssignmentState;
  course: Course;
  user?: Learner;
}

export interface PartProgress {
  partId: string;
  position: number;
  watchedSeconds: number;
  duration: number;
  percent: number;
  completed: boolean;
  updatedAt: string;
}

export interface Progress {
  percent: number;
  parts: PartProgress[];
  lastPartId: string | null;
}

/** A sign-in. */
export interface PersonSession {
  _id: string;
  createdAt: string;
  /** Null while it lives. */
  endedAt: string | null;
  reason: string | null;
  /** Remote address. */
  peer: string;
  /** User-Agent. */
  device: string;
  /** The session that asks. */
  current: boolean;
}

/** A page of a list that goes on at `nextCursor`. */
export interface Page<Item> {
  message: string;
  result: Item[];
  nextCursor: string | null;
}
