import { addToast, removeToast } from './toast';

/** Time to think better of it. */
export const UNDO_LIFE_MS = 6000;

export interface Undoable {
  summary: string;
  detail?: string;
  undoLabel: string;
  life?: number;
  /** Does it for good: when the time is over, the toast is closed, or the page is left. */
  commit: () => void;
  /** Brings back what the screen had shown. */
  undo: () => void;
}

/** Says what was done with a button that takes it back; the server hears of it only afterwards. */
export function offerUndo({ summary, detail, undoLabel, life = UNDO_LIFE_MS, commit, undo }: Undoable): void {
  let open = true;
  const settle = (how: () => void) => {
    if (!open) return;
    open = false;
    window.removeEventListener('pagehide', onLeave);
    how();
  };
  const onLeave = () => settle(commit);
  window.addEventListener('pagehide', onLeave);
  const id = addToast({
    severity: 'secondary',
    summary,
    detail,
    life,
    action: {
      label: undoLabel,
      onAction: () => {
        settle(undo);
        removeToast(id);
      },
    },
    onRemoved: () => settle(commit),
  });
}
