import { useMutation, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { Component as Workspace } from '@/app/routes/workspace';
import { useWaiting } from '@/lib/waiting';
import { renderApp } from '@/testing/render';
import { SLOW_MS, SlowNotice } from './slow-notice';

const slow = () => screen.queryByText('This is taking longer than usual.');
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms));

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function Wait({ active }: { active: boolean }) {
  useWaiting(active);
  return null;
}

test('a long wait is said by one line in a region that was there before, which goes with the wait', async () => {
  const view = renderApp(<SlowNotice />);
  const region = await screen.findByRole('status');
  expect(region).toBeEmptyDOMElement();
  view.unmount();
  const { router } = renderApp(
    <>
      <SlowNotice />
      <Wait active />
      <Wait active />
    </>,
    { routes: [{ path: '/there', element: <SlowNotice /> }] },
  );
  await screen.findByRole('status');
  expect(slow()).not.toBeInTheDocument();
  pass(SLOW_MS);
  expect(screen.getAllByText('This is taking longer than usual.')).toHaveLength(1);
  await act(() => router.navigate('/there'));
  await waitFor(() => expect(slow()).not.toBeInTheDocument());
});

test('without a network nothing more is said', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderApp(
    <>
      <SlowNotice />
      <Wait active />
    </>,
  );
  await screen.findByRole('status');
  pass(2 * SLOW_MS);
  expect(slow()).not.toBeInTheDocument();
});

function Calls() {
  const asked = useQuery({ queryKey: ['asked'], queryFn: () => new Promise(() => undefined), enabled: false });
  const pending = () => new Promise<void>(() => undefined);
  const sent = useMutation({ mutationFn: pending });
  const long = useMutation({ mutationFn: pending, meta: { tellsProgress: true } });
  return (
    <>
      <button onClick={() => void asked.refetch()}>Ask</button>
      <button onClick={() => sent.mutate()}>Send</button>
      <button onClick={() => long.mutate()}>Import</button>
    </>
  );
}

test.each([
  ['Ask', true],
  ['Send', true],
  ['Import', false],
])('a long answer to %s: %s', async (name, said) => {
  const { user } = renderApp(
    <Workspace>
      <SlowNotice />
      <Calls />
    </Workspace>,
  );
  const pressing = user.click(await screen.findByRole('button', { name }));
  pass(1000);
  await pressing;
  pass(2 * SLOW_MS);
  expect(slow() !== null).toBe(said);
});
