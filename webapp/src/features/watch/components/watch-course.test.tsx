import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { learnerSession } from '@/lib/session';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import type { LessonPlayerProps } from './lesson-player';
import { WatchCourse } from './watch-course';

// The real player needs a browser's media stack; the journey in a browser covers it.
vi.mock('./lesson-player', () => ({
  default: ({ title, startAt, onTick, onPause }: LessonPlayerProps) => (
    <div>
      <p>{`${title} from ${startAt}`}</p>
      <button
        type="button"
        onClick={() => {
          onTick(startAt, true);
          onTick(startAt + 1, true);
          onPause();
        }}
      >
        Watch a second
      </button>
    </div>
  ),
}));

const part = (id: string, title: string, ready = true) => ({
  _id: id,
  title,
  description: '',
  duration: 600,
  video: ready ? { assetId: `asset-${id}`, status: 'ready', progress: 100, error: null } : null,
});
const stream = (position: number) => ({
  hls: '/media/t/master.m3u8',
  poster: null,
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

function answer(position: number) {
  learnerSession.start('t', { clientId: 'l1', fullname: 'Sara' });
  const course = {
    _id: 'c1',
    id: 'c1',
    title: 'Python',
    description: '',
    image: null,
    parts: [part('p1', 'First'), part('p2', 'Second'), part('p3', 'Third', false)],
    createdAt: '',
    updatedAt: '',
  };
  server.use(
    http.post('*/api/user-course/fetch-course', () =>
      HttpResponse.json({
        message: 'ok',
        result: {
          assignment: {},
          course,
          progress: progressAt(position),
          playback: { p1: stream(0), p2: stream(position) },
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

test('a pause saves the place and what was watched', async () => {
  answer(0);
  const saved: unknown[] = [];
  server.use(
    http.put('*/api/user-course/update-progress', async ({ request }) => {
      saved.push(await request.json());
      return HttpResponse.json({ message: 'ok', result: { ...progressAt(1), percent: 55 } });
    }),
  );
  const { user } = renderApp(<WatchCourse courseId="c1" />);
  await user.click(await screen.findByRole('button', { name: 'Watch a second' }));
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
  expect(await screen.findByText('Your access to this course has ended.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Watch a second' })).not.toBeInTheDocument();
});
