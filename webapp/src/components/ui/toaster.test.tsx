import { act, screen } from '@testing-library/react';
import { addToast, clearToasts, removeToastGroup } from '@/lib/toast';
import { renderApp } from '@/testing/render';
import { Toaster } from './toaster';

afterEach(() => vi.useRealTimers());

test('a toast leaves on its button, by its group and with all', async () => {
  const { user } = renderApp(<Toaster />);
  act(() => {
    addToast({ summary: 'One' });
    addToast({ summary: 'Two', group: 'g' });
    addToast({ summary: 'Three', closable: false });
  });
  const [first] = screen.getAllByRole('button', { name: 'Close notification' });
  if (first) await user.click(first);
  expect(screen.queryByText('One')).not.toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Close notification' })).toHaveLength(1);
  act(() => removeToastGroup('g'));
  expect(screen.queryByText('Two')).not.toBeInTheDocument();
  act(() => clearToasts());
  expect(screen.queryByText('Three')).not.toBeInTheDocument();
});

test('a toast with a life leaves by itself', () => {
  vi.useFakeTimers();
  renderApp(<Toaster />);
  act(() => void addToast({ summary: 'Soon gone', life: 3000 }));
  expect(screen.getByText('Soon gone')).toBeInTheDocument();
  act(() => vi.advanceTimersByTime(3000));
  expect(screen.queryByText('Soon gone')).not.toBeInTheDocument();
});
