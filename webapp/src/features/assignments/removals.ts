/** Removes a course from a learner, with time to undo. */
import { Store } from '@/lib/store';
import { offerUndo } from '@/lib/undo';

/** Ids of assignments about to be removed. */
export const leavingAssignments = new Store<ReadonlySet<string>>(new Set());

/** `remove` is called when the time is over; whatever its result, the screen then shows the current state. */
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
