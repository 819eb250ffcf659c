import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { OfflineNotice } from '@/components/layout/offline-notice';
import { ApiError } from '@/lib/api-error';
import { AGAIN_MS } from '@/lib/use-when-back';
import { renderApp } from '@/testing/render';
import { OfflineSaid } from './offline-said';
import { QueryView } from './query-view';

const away = (code = 'network', status = 0) => new ApiError({ status, code, message: '' });

function List({ answer }: { answer: () => Promise<string[]> }) {
  const query = useQuery({ queryKey: ['list'], queryFn: answer, retry: false });
  return <QueryView query={query}>{(items) => items.map((item) => <p key={item}>{item}</p>)}</QueryView>;
}

const goes = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
};
const problem = () => screen.findByText('The server could not be reached. Check your connection and try again.');

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('a list that could not be loaded loads by itself when the server is back, and says the failure once', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let answers = (): Promise<string[]> => Promise.reject(away());
  const answer = vi.fn(() => answers());
  renderApp(<List answer={answer} />);
  const said = await problem();
  // The server is asked, and the answer takes its time: what was said stands, and no skeleton flickers.
  let give: (items: string[]) => void = () => undefined;
  answers = () => new Promise((resolve) => (give = resolve));
  act(() => void vi.advanceTimersByTime(AGAIN_MS));
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
  expect(said).toBeInTheDocument();
  expect(screen.queryByText(/^Loading data/)).not.toBeInTheDocument();
  give(['Here']);
  expect(await screen.findByText('Here')).toBeInTheDocument();
  expect(said).not.toBeInTheDocument();
});

test('what was refused is not asked for again by itself, but by the button', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const answer = vi.fn<() => Promise<string[]>>().mockRejectedValue(away('forbidden', 403));
  const { user } = renderApp(<List answer={answer} />);
  await screen.findByRole('button', { name: 'Try again' });
  act(() => void vi.advanceTimersByTime(10 * AGAIN_MS));
  expect(answer).toHaveBeenCalledOnce();
  vi.useRealTimers();
  answer.mockResolvedValue(['Here']);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Here')).toBeInTheDocument();
});

test('below a notice that there is no network a list keeps only its button, and loads when the network is back', async () => {
  goes(false);
  const answer = vi.fn<() => Promise<string[]>>().mockRejectedValue(away('offline'));
  renderApp(
    <>
      <OfflineNotice />
      <OfflineSaid value>
        <List answer={answer} />
      </OfflineSaid>
    </>,
  );
  await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText(/^You are offline/)).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  answer.mockResolvedValue(['Here']);
  goes(true);
  expect(await screen.findByText('Here')).toBeInTheDocument();
  expect(screen.queryByText(/^You are offline/)).not.toBeInTheDocument();
});

test('in a dialog, which hides that notice, the list says it itself', async () => {
  goes(false);
  renderApp(<List answer={() => Promise.reject(away('offline'))} />);
  expect(await screen.findByRole('alert')).toHaveTextContent(/when the connection is back/);
});
