import { addToast, removeToast } from './toast';

/** Time to think better of it. */
const UNDO_LIFE_MS = 6000;

export interface Undoable {
  summary: string;
  detail?: string;
  undoLabel: string;
  life?: number;
  /**
   * Does it for good: when the time is over, the toast is closed, the page is left, or its person quits, who then waits
   * for a promise of it.
   */
  commit: () => unknown;
  /** Brings back what the screen had shown. */
  undo: () => void;
}

/** What may still be undone, by its toast. */
const open = new Map<number, () => unknown>();

/** Does for good, at once, all that could still be undone: afterwards nobody is there to do it. */
export async function commitUndoables(): Promise<void> {
  await Promise.all(
    [...open].map(([id, commit]) => {
      const done = commit();
      removeToast(id);
      return done;
    }),
  );
}

/** Says what was done with a button that takes it back; the server hears of it only afterwards. */
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
