import { addToast, removeToast } from './toast';

/** The time to undo. */
export const UNDO_LIFE_MS = 6000;

export interface Undoable {
  summary: string;
  detail?: string;
  undoLabel: string;
  life?: number;
  /**
   * Performs the change: when the time is over, the toast is closed, the page is left, or the person signs out, which
   * waits for the returned promise.
   */
  commit: () => unknown;
  /** Restores what the screen showed. */
  undo: () => void;
}

/** The changes that can still be undone, by toast. */
const open = new Map<number, () => unknown>();

/** Performs all changes that could still be undone at once, because afterwards nobody is signed in to do it. */
export async function commitUndoables(): Promise<void> {
  await Promise.all(
    [...open].map(([id, commit]) => {
      const done = commit();
      removeToast(id);
      return done;
    }),
  );
}

/** Shows a toast with an undo button; the server is called only when the time to undo is over. */
export function offerUndo({ summary, detail, undoLabel, life = UNDO_LIFE_MS, commit, undo }: Undoable): void {
  const settle = (how: () => unknown) => {
    if (!open.delete(id)) return;
    window.removeEventListener('pagehide', onLeave);
    return how();
  };
  const onLeave = () => void settle(commit);
  window.addEventListener('pagehide', onLeave);
  const id = addToast({
    severity: 'secondary',
    summary,
    detail,
    life,
    action: {
      label: undoLabel,
      onAction: () => {
        void settle(undo);
        removeToast(id);
      },
    },
    onRemoved: () => void settle(commit),
  });
  open.set(id, () => settle(commit));
}
