import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { Course, VideoStatus } from '@/lib/models';
import { courseOf, partOf } from '@/testing/courses';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { CoursePreview } from './course-preview';

const part = (id: string, title: string, status: VideoStatus) =>
  partOf(id, title, { duration: 60, video: { assetId: `v-${id}`, status, progress: 0, error: null } });
const course = courseOf({
  description: 'Loops and lists',
  parts: [part('a', 'One', 'ready'), part('b', 'Two', 'processing'), part('c', 'Three', 'ready')],
});

interface Shown {
  path?: string;
  found?: Course | null;
  refusals?: number;
}

function show({ path = '/', found = course, refusals = 0 }: Shown = {}) {
  let refused = 0;
  server.use(
    http.post('*/api/cm/course/fetch-course', () =>
      found
        ? HttpResponse.json({ message: 'ok', result: found })
        : HttpResponse.json({ message: 'gone', code: 'course_not_found' }, { status: 404 }),
    ),
    http.post('*/api/cm/media/fetch-preview', async ({ request }) => {
      if (refused++ < refusals) return HttpResponse.json({ message: 'no', code: 'forbidden' }, { status: 403 });
      const { assetId } = (await request.json()) as { assetId: string };
      const result = { hls: `/media/${assetId}.m3u8`, poster: null, thumbnails: null, captions: [], duration: 60 };
      return HttpResponse.json({ message: 'ok', result });
    }),
  );
  return renderApp(
    <CoursePreview
      courseId="c1"
      player={({ playback, autoPlay, onEnded, onFailed }) => (
        <section aria-label="Player">
          {playback.hls} {autoPlay ? 'plays' : 'waits'}
          <button onClick={onEnded}>End</button>
          <button onClick={() => onFailed(true)}>Fail</button>
        </section>
      )}
      text={({ description }) => <p>{description}</p>}
      list={({ parts, playable, currentId, onChoose }) =>
        parts.map(({ _id, title }) => (
          <button key={_id} disabled={!playable(_id)} aria-current={_id === currentId} onClick={() => onChoose(_id)}>
            {title}
          </button>
        ))
      }
    />,
    { path },
  );
}
const player = (text: RegExp) => screen.findByText(text);

test('the first lesson that can be watched waits to be started, and others cannot be chosen', async () => {
  show();
  expect(await player(/v-a\.m3u8 waits/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Two' })).toBeDisabled();
});

test('a chosen lesson plays at once and stands in the address', async () => {
  const { user, router } = show();
  await player(/v-a/);
  await user.click(screen.getByRole('button', { name: 'Three' }));
  expect(await player(/v-c\.m3u8 plays/)).toBeInTheDocument();
  expect(router.state.location.search).toBe('?part=c');
});

test('what follows a lesson is the next one that can be watched', async () => {
  const { user } = show();
  await player(/v-a/);
  await user.click(screen.getByRole('button', { name: 'End' }));
  expect(await player(/v-c\.m3u8 plays/)).toBeInTheDocument();
});

test('a preview that is refused says why and is asked for again by a button', async () => {
  const { user } = show({ path: '/?part=c', refusals: 1 });
  expect(await screen.findByRole('alert')).toHaveTextContent('You are not authorized');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await player(/v-c\.m3u8/)).toBeInTheDocument();
});

test('a video that fails in the player makes room for another try', async () => {
  const { user } = show();
  await player(/v-a/);
  await user.click(screen.getByRole('button', { name: 'Fail' }));
  expect(screen.getByRole('alert')).toHaveTextContent('The video could not be loaded.');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await player(/v-a\.m3u8/)).toBeInTheDocument();
});

test('a course without a video to watch says so', async () => {
  show({ found: { ...course, parts: [part('b', 'Two', 'queued')] } });
  expect(await screen.findByText('The course has no lesson with a video yet.')).toBeInTheDocument();
});

test('a course that is gone is told as such', async () => {
  show({ found: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'This course no longer exists.' })).toBeInTheDocument();
});
