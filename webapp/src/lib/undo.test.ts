import { toasts, removeToast } from './toast';
import { commitUndoables, offerUndo } from './undo';

function offer() {
  const commit = vi.fn();
  const undo = vi.fn();
  offerUndo({ summary: 'Deleted', undoLabel: 'Undo', commit, undo });
  const toast = toasts.get().at(-1);
  if (!toast) throw new Error('nothing was said');
  return { commit, undo, toast };
}

test('what is undone is never done, and the other way round', () => {
  const first = offer();
  first.toast.action?.onAction();
  expect(first.undo).toHaveBeenCalledOnce();
  expect(first.commit).not.toHaveBeenCalled();

  const second = offer();
  removeToast(second.toast.id);
  second.toast.action?.onAction();
  expect(second.commit).toHaveBeenCalledOnce();
  expect(second.undo).not.toHaveBeenCalled();
});

test('leaving the page does it for good', () => {
  const { commit } = offer();
  window.dispatchEvent(new Event('pagehide'));
  expect(commit).toHaveBeenCalledOnce();
});

test('quitting waits until all that could still be undone is done', async () => {
  const told: string[] = [];
  offerUndo({
    summary: 'Deleted',
    undoLabel: 'Undo',
    commit: async () => {
      await Promise.resolve();
      told.push('done');
    },
    undo: () => undefined,
  });
  await commitUndoables();
  expect(told).toEqual(['done']);
  expect(toasts.get().every(({ leaving }) => leaving)).toBe(true);
});
