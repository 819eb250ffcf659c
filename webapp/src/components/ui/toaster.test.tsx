import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { addToast, clearToasts, LEAVE_MS, removeToastGroup } from '@/lib/toast';
import { offerUndo } from '@/lib/undo';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { Toaster } from './toaster';

afterEach(() => vi.useRealTimers());

const gone = (text: string) => waitFor(() => expect(screen.queryByText(text)).not.toBeInTheDocument());

test('a toast leaves on its button, by its group and with all', async () => {
  const { user } = renderApp(<Toaster />);
  act(() => {
    addToast({ summary: 'One' });
    addToast({ summary: 'Two', group: 'g', severity: 'error' });
    addToast({ summary: 'Three', closable: false, severity: 'contrast' });
  });
  const [first] = await screen.findAllByRole('button', { name: 'Close notification' });
  expect(await axeProblems()).toEqual([]);
  if (first) await user.click(first);
  await gone('One');
  expect(screen.getAllByRole('button', { name: 'Close notification' })).toHaveLength(1);
  act(() => removeToastGroup('g'));
  await gone('Two');
  act(() => clearToasts());
  await gone('Three');
});

test('a toast with a life leaves by itself, but not while someone reads it', async () => {
  renderApp(<Toaster />);
  act(() => void addToast({ summary: 'Loads the looks' }));
  await screen.findByText('Loads the looks');
  vi.useFakeTimers();
  act(() => void addToast({ summary: 'Soon gone', life: 3000 }));
  const toast = screen.getByText('Soon gone');
  act(() => void vi.advanceTimersByTime(2000));
  fireEvent.pointerEnter(toast);
  act(() => void vi.advanceTimersByTime(10_000));
  expect(screen.getByText('Soon gone')).toBeInTheDocument();
  fireEvent.pointerLeave(toast);
  act(() => void vi.advanceTimersByTime(1000));
  act(() => void vi.advanceTimersByTime(LEAVE_MS));
  expect(screen.queryByText('Soon gone')).not.toBeInTheDocument();
});

test('what may be taken back is done once the time is over, and not when it was taken back', async () => {
  const { user } = renderApp(<Toaster />);
  const first = { commit: vi.fn(), undo: vi.fn() };
  act(() => offerUndo({ summary: 'Removed', undoLabel: 'Undo', ...first }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await gone('Removed');
  expect(first.undo).toHaveBeenCalledOnce();
  expect(first.commit).not.toHaveBeenCalled();

  const second = { commit: vi.fn(), undo: vi.fn() };
  act(() => offerUndo({ summary: 'Removed', undoLabel: 'Undo', ...second }));
  await user.click(await screen.findByRole('button', { name: 'Close notification' }));
  expect(second.commit).toHaveBeenCalledOnce();

  const third = { commit: vi.fn(), undo: vi.fn() };
  act(() => offerUndo({ summary: 'Removed', undoLabel: 'Undo', ...third }));
  act(() => void window.dispatchEvent(new Event('pagehide')));
  act(() => clearToasts());
  expect(third.commit).toHaveBeenCalledOnce();
  expect([second.undo, third.undo].flatMap((undo) => undo.mock.calls)).toEqual([]);
});
