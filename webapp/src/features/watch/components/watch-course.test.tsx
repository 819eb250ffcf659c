import 'fake-indexeddb/auto';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { OfflineNotice } from '@/components/layout/offline-notice';
import { learnerSession } from '@/lib/session';
import { AGAIN_MS } from '@/lib/use-when-back';
import { element } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { queued } from '../progress-queue';
import { startProgressSync } from '../progress-sync';
import { useImperativeHandle, useState } from 'react';
import type { LessonPlayerProps } from './lesson-player';
import { WatchCourse } from './watch-course';

// The real player needs a browser's media stack; the journey in a browser covers it.
vi.mock('./lesson-player', () => ({
  default: function Player({
    title,
    ref,
    startAt,
    autoPlay,
    watermark,
    held,
    playback,
    onTick,
    onPlay,
    onPause,
    onJump,
    onEnded,
    onFailed,
  }: LessonPlayerProps) {
    const [jumped, setJumped] = useState(0);
    useImperativeHandle(ref, () => ({ playFrom: setJumped }));
    return (
      <div>
        {jumped > 0 && <p>{`jumped to ${jumped}`}</p>}
        <p>{`${title} from ${startAt()}`}</p>
        <p>{`${autoPlay() ? 'playing' : 'waiting'} ${playback.hls} for ${watermark}${held ? ', held' : ''}`}</p>
        <button
          type="button"
          onClick={() => {
            onTick(startAt(), true);
            onTick(startAt() + 1, true);
            onPause();
          }}
        >
          Watch a second
        </button>
        <button
          type="button"
          onClick={() => {
            onTick(startAt(), true);
            onTick(startAt() + 1, true);
          }}
        >
          Go on for a second
        </button>
        <button type="button" onClick={onJump}>
          Jump
        </button>
        <button type="button" onClick={onPlay}>
          Play
        </button>
        <button type="button" onClick={onEnded}>
          Come to the end
        </button>
        <button type="button" onClick={() => onFailed(true)}>
          Lose the network
        </button>
      </div>
    );
  },
}));

const part = (id: string, title: string, ready = true, description = '') => ({
  _id: id,
  title,
  description,
  duration: 600,
  video: ready ? { assetId: `asset-${id}`, status: 'ready', progress: 100, error: null } : null,
});
const stream = (position: number, hls = '/media/t/master.m3u8') => ({
  hls,
  poster: '/media/t/poster.jpg',
  thumbnails: null,
  captions: [],
  position,
  duration: 600,
});
const progressAt = (position: number) => ({
  percent: 10,
  parts: [
    { partId: 'p2', position, watchedSeconds: position, duration: 600, percent: 20, completed: false, updatedAt: null },
  ],
  lastPartId: 'p2',
});

const IN_A_YEAR = new Date(Date.now() + 365 * 86_400_000).toISOString();

function answer(position: number, { token = 't', expiryDate = IN_A_YEAR, description = '' } = {}) {
  if (!learnerSession.token()) learnerSession.start('t', { clientId: 'l1', fullname: 'Sara' });
  const course = {
    _id: 'c1',
    id: 'c1',
    title: 'Python',
    description: '',
    image: null,
    parts: [part('p1', 'First'), part('p2', 'Second', true, description), part('p3', 'Third', false)],
    createdAt: '',
    updatedAt: '',
  };
  server.use(
    http.post('*/api/user-course/fetch-course', () =>
      HttpResponse.json({
        message: 'ok',
        result: {
          assignment: { expiryDate },
          course,
          progress: progressAt(position),
          playback: { p1: stream(0), p2: stream(position, `/media/${token}/master.m3u8`) },
        },
      }),
    ),
  );
}

test('asks before it goes on where the learner left off, and goes on there', async () => {
  answer(125);
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  const question = await screen.findByRole('alertdialog', { name: 'Continue Watching?' });
  expect(screen.queryByText(/Second from/)).not.toBeInTheDocument();
  await user.click(within(question).getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('Second from 125')).toBeInTheDocument();
});

test('the lesson’s picture is there while the learner is asked', async () => {
  answer(125);
  renderApp(<WatchCourse courseId="c1" />);
  await screen.findByRole('alertdialog', { name: 'Continue Watching?' });
  expect(element('main img, section img')).toHaveAttribute('src', '/media/t/poster.jpg');
});

test('starts over when asked to', async () => {
  answer(125);
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  await user.click(await screen.findByRole('button', { name: 'Start over' }));
  expect(await screen.findByText('Second from 0')).toBeInTheDocument();
});

test('does not ask for a place within the first five seconds', async () => {
  answer(5);
  renderApp(<WatchCourse courseId="c1" />);
  expect(await screen.findByText('Second from 0')).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('lessons can be chosen, but not one without a video', async () => {
  answer(0);
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  const lessons = await screen.findByRole('navigation', { name: 'Lessons' });
  await user.click(within(lessons).getByRole('button', { name: /First/ }));
  expect(await screen.findByText('First from 0')).toBeInTheDocument();
  expect(within(lessons).getByRole('button', { name: /Third/ })).toBeDisabled();
});

/** Answers reports of progress, and gives those that came. */
function takeReports(): unknown[] {
  const saved: unknown[] = [];
  server.use(
    http.put('*/api/user-course/update-progress', async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ message: 'ok', result: { ...progressAt(1), percent: 55 } });
    }),
  );
  return saved;
}

test('a pause saves the place and what was watched', async () => {
  answer(0);
  const saved = takeReports();
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  await user.click(await screen.findByRole('button', { name: 'Watch a second' }));
  expect(await screen.findByText('55% watched')).toBeInTheDocument();
  expect(saved).toEqual([{ courseId: 'c1', partId: 'p2', position: 1, watched: [[0, 1]] }]);
});

test('a jump saves what was watched before it, once', async () => {
  answer(0);
  const saved = takeReports();
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  await user.click(await screen.findByRole('button', { name: 'Go on for a second' }));
  expect(saved).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Jump' }));
  await user.click(screen.getByRole('button', { name: 'Jump' }));
  expect(await screen.findByText('55% watched')).toBeInTheDocument();
  expect(saved).toEqual([{ courseId: 'c1', partId: 'p2', position: 1, watched: [[0, 1]] }]);
});

test('a course that ended while it is watched is told, and the player goes', async () => {
  answer(0);
  server.use(
    http.put('*/api/user-course/update-progress', () =>
      HttpResponse.json({ message: 'x', code: 'course_expired' }, { status: 403 }),
    ),
  );
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  await user.click(await screen.findByRole('button', { name: 'Watch a second' }));
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Your access to this course has ended.' }),
  ).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Watch a second' })).not.toBeInTheDocument();
});

test('a place near the end is not asked for either: the lesson starts again', async () => {
  answer(598);
  renderApp(<WatchCourse courseId="c1" />);
  expect(await screen.findByText('Second from 0')).toBeInTheDocument();
});

test('the next lesson comes by itself only where that was chosen, and that is remembered', async () => {
  answer(0);
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  await user.click(within(await screen.findByRole('navigation')).getByRole('button', { name: /First/ }));
  await screen.findByText('First from 0');
  await user.click(screen.getByRole('button', { name: 'Come to the end' }));
  expect(screen.getByText('First from 0')).toBeInTheDocument();
  const choice = screen.getByRole('checkbox', { name: 'Autoplay next lesson' });
  expect(choice).not.toBeChecked();
  await user.click(choice);
  expect(localStorage.getItem('autoplayNext')).toBe('on');
  await user.click(screen.getByRole('button', { name: 'Come to the end' }));
  expect(await screen.findByText('Second from 0')).toBeInTheDocument();
  expect(screen.getByText(/^playing/)).toBeInTheDocument();
  // The third has no video.
  expect(screen.queryByRole('button', { name: 'Next lesson' })).not.toBeInTheDocument();
  await user.click(choice);
});

test('who signs in again goes on in the same place, at the addresses of the new session', async () => {
  answer(125);
  server.use(
    http.put('*/api/user-course/update-progress', () => HttpResponse.json({ message: 'ok', result: progressAt(126) })),
  );
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  await user.click(await screen.findByRole('button', { name: 'Resume' }));
  await user.click(await screen.findByRole('button', { name: 'Watch a second' }));
  act(() => learnerSession.end('automatic'));
  expect(await screen.findByText(/ \/media\/t\/master.m3u8 for Sara, held$/)).toBeInTheDocument();
  answer(125, { token: 'new' });
  act(() => learnerSession.start('t2', { clientId: 'l1', fullname: 'Sara' }));
  expect(await screen.findByText('waiting /media/new/master.m3u8 for Sara')).toBeInTheDocument();
  expect(screen.getByText('Second from 126')).toBeInTheDocument();
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('play pressed before the new addresses are there is not lost', async () => {
  answer(0);
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  expect(await screen.findByText('waiting /media/t/master.m3u8 for Sara')).toBeInTheDocument();
  act(() => learnerSession.end('automatic'));
  answer(0, { token: 'new' });
  await user.click(screen.getByRole('button', { name: 'Play' }));
  act(() => learnerSession.start('t2', { clientId: 'l1', fullname: 'Sara' }));
  expect(await screen.findByText('playing /media/new/master.m3u8 for Sara')).toBeInTheDocument();
});

test('chapters that its description has are listed, and a press plays from there', async () => {
  answer(0, { description: 'About loops.\n0:00 Introduction\n2:05 While' });
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  expect(await screen.findByText('About loops.')).toBeInTheDocument();
  await user.click(within(screen.getByRole('list', { name: 'Chapters' })).getByRole('button', { name: /2:05 ?While/ }));
  expect(await screen.findByText('jumped to 125')).toBeInTheDocument();
});

test('a course whose time is over is told without anything being played', async () => {
  answer(0, { expiryDate: new Date(Date.now() - 1000).toISOString() });
  renderApp(<WatchCourse courseId="c1" />);
  await screen.findByText('Second from 0');
  server.use(
    http.post('*/api/user-course/fetch-course', () =>
      HttpResponse.json({ message: 'x', code: 'course_expired' }, { status: 403 }),
    ),
  );
  expect(await screen.findByText('Your access to this course has ended.')).toBeInTheDocument();
});

test('without a network what is watched is kept, said so, and sent in order later', async () => {
  answer(0);
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const saved: unknown[] = [];
  server.use(
    http.put('*/api/user-course/update-progress', async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ message: 'ok', result: progressAt(1) });
    }),
  );
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  expect(await screen.findByText(/You are offline/)).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Watch a second' }));
  await user.click(within(screen.getByRole('navigation')).getByRole('button', { name: /First/ }));
  await screen.findByText('First from 0');
  await user.click(screen.getByRole('button', { name: 'Watch a second' }));
  await waitFor(async () => expect(await queued('l1')).toHaveLength(2));
  expect(saved).toEqual([]);
  online.mockReturnValue(true);
  const stop = startProgressSync();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(saved).toMatchObject([{ partId: 'p2' }, { partId: 'p1', watched: [[0, 1]] }]));
  await waitFor(async () => expect(await queued('l1')).toEqual([]));
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
  stop();
});

const goes = (online: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
  act(() => void window.dispatchEvent(new Event(online ? 'online' : 'offline')));
};

test('a lesson that lost the network goes on by itself when it is back, where it was, and says so once', async () => {
  answer(0);
  server.use(
    http.put('*/api/user-course/update-progress', () => HttpResponse.json({ message: 'ok', result: progressAt(1) })),
  );
  const { user } = renderApp(
    <>
      <OfflineNotice />
      <WatchCourse courseId="c1" />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Play' }));
  await user.click(screen.getByRole('button', { name: 'Go on for a second' }));
  goes(false);
  expect(screen.getAllByText(/You are offline/)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Lose the network' }));
  expect(screen.getAllByText(/You are offline/)).toHaveLength(1);
  expect(screen.queryByText('The video could not be loaded.')).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  goes(true);
  expect(await screen.findByText('Second from 1')).toBeInTheDocument();
  expect(screen.getByText(/^playing/)).toBeInTheDocument();
  expect(screen.queryByText(/You are offline/)).not.toBeInTheDocument();
});

test('a lesson whose server was away is loaded again by itself, and one that was paused stays paused', async () => {
  answer(0);
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  await screen.findByText('Second from 0');
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  server.use(http.post('*/api/user-course/fetch-course', () => HttpResponse.error(), { once: true }));
  const pressing = user.click(screen.getByRole('button', { name: 'Lose the network' }));
  act(() => void vi.advanceTimersByTime(100));
  await pressing;
  await screen.findByText('The video could not be loaded.');
  act(() => void vi.advanceTimersByTime(AGAIN_MS));
  vi.useRealTimers();
  expect(await screen.findByText('Second from 0')).toBeInTheDocument();
  expect(screen.getByText(/^waiting/)).toBeInTheDocument();
});

test('a course without a video that can be watched leaves it to the page to say that there is no network', async () => {
  answer(0);
  const parts = [part('p1', 'First', false)];
  const course = { _id: 'c1', id: 'c1', title: 'Python', description: '', image: null, parts };
  server.use(
    http.post('*/api/user-course/fetch-course', () =>
      HttpResponse.json({
        message: 'ok',
        result: {
          assignment: { expiryDate: IN_A_YEAR },
          course,
          progress: { percent: 0, parts: [], lastPartId: null },
          playback: {},
        },
      }),
    ),
  );
  renderApp(
    <>
      <OfflineNotice />
      <WatchCourse courseId="c1" />
    </>,
  );
  await screen.findByText(/^The lessons have no video yet/);
  goes(false);
  expect(screen.getByText(/^You are offline\. This page is updated/)).toBeInTheDocument();
  vi.restoreAllMocks();
});
