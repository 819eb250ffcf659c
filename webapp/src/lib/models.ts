/** The REST API's types, as described by the edge, under the web app's names. */
import type { Assignment, GetDashboardResult, GetMyCoursePlayback, PartVideo } from './api/schema';

export type {
  Asset,
  Assignment,
  Course,
  Learner,
  MailDelivery,
  Manager,
  Part,
  PartProgress,
  PartVideo,
  PersonSession,
  Progress,
  PublicCourse,
  UploadInWork,
} from './api/schema';

export type VideoStatus = PartVideo['status'];
export type AssignmentState = Assignment['state'];
export type DashboardFigures = GetDashboardResult;
/** How to play one ready part. The addresses are valid as long as the session and the assignment. */
export type Playback = GetMyCoursePlayback;

/** A page of a list that continues at `nextCursor`. */
export interface Page<Item> {
  message: string;
  result: Item[];
  nextCursor: string | null;
}
