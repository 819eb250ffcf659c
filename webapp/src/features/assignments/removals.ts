/** Taking a course from a learner, with time to think better of it. */
import { Store } from '@/lib/store';
import { offerUndo } from '@/lib/undo';

/** Ids of assignments that are as good as gone. */
export const leavingAssignments = new Store<ReadonlySet<string>>(new Set());

/** `remove` is asked once the time is over; whatever becomes of it, the screen then shows what is so. */
export function removeAssignmentWithUndo(
  assignmentId: string,
  said: { summary: string; undoLabel: string },
  remove: () => Promise<unknown>,
  onFailure: (error: unknown) => void,
): void {
  const bringBack = () =>
    leavingAssignments.set(new Set([...leavingAssignments.get()].filter((id) => id !== assignmentId)));
  leavingAssignments.set(new Set([...leavingAssignments.get(), assignmentId]));
  offerUndo({
    ...said,
    commit: () => remove().catch(onFailure).finally(bringBack),
    undo: bringBack,
  });
}
