import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { late, lateOverlay } from './late';

const Part = ({ name }: { name: string }) => <p>{name}</p>;
const Overlay = ({ isOpen }: { isOpen: boolean }) => <p>{isOpen ? 'open' : 'closed'}</p>;

test('a part whose load failed is loaded when the network is back', async () => {
  const load = vi
    .fn<() => Promise<ComponentType<{ name: string }>>>()
    .mockRejectedValueOnce(new TypeError('no network'))
    .mockResolvedValue(Part);
  const Late = late(load);
  render(<Late name="part" />);
  await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(screen.queryByText('part')).toBeNull();
  // Again and again, since the failure may be told after the network is back.
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'));
    expect(screen.getByText('part')).toBeInTheDocument();
  });
});

test('an overlay is loaded when it is first opened, and stays to close itself', async () => {
  const load = vi.fn(() => Promise.resolve(Overlay));
  const Late = lateOverlay(load);
  const { rerender } = render(<Late isOpen={false} />);
  expect(load).not.toHaveBeenCalled();
  rerender(<Late isOpen />);
  await screen.findByText('open');
  rerender(<Late isOpen={false} />);
  expect(screen.getByText('closed')).toBeInTheDocument();
  expect(load).toHaveBeenCalledOnce();
});
