import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { courseOf } from '@/testing/courses';
import { fileInput } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { CourseAbout } from './course-about';
import { CourseCreate } from './course-create';
import { DeleteCourse } from './delete-course';
import { PartCaptions } from './part-captions';
import { VideoStatus } from './video-status';

const course = courseOf({ parts: [] });
const down = () => HttpResponse.json({ message: 'down', code: 'unavailable' }, { status: 503 });
const PNG = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'cover.png', {
  type: 'image/png',
});

test('a course that cannot be created stays in its form, and goes through once the server is back', async () => {
  let away = true;
  const titles: unknown[] = [];
  server.use(
    http.put('*/api/cm/course/create-course', async ({ request }) => {
      if (away) return down();
      titles.push((await request.formData()).get('title'));
      return HttpResponse.json({ message: 'ok', result: course }, { status: 201 });
    }),
  );
  let created = '';
  const { user } = renderApp(<CourseCreate onCreated={(id) => (created = id)} />);
  await user.type(screen.getByLabelText('Title'), 'Python');
  await user.type(screen.getByLabelText('Description'), 'Loops');
  await user.click(screen.getByRole('button', { name: 'Create the course' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(screen.getByLabelText('Title')).toHaveValue('Python');
  expect(screen.getByLabelText('Description')).toHaveValue('Loops');
  away = false;
  await user.click(screen.getByRole('button', { name: 'Create the course' }));
  await waitFor(() => expect(created).toBe('c1'));
  expect(titles).toEqual(['Python']);
});

test('a refused title is told in its field', async () => {
  server.use(
    http.put('*/api/cm/course/update-course', () =>
      HttpResponse.json(
        { message: 'no', code: 'validation', data: [{ field: 'title', code: 'too_long', message: 'too long' }] },
        { status: 422 },
      ),
    ),
  );
  const { user } = renderApp(<CourseAbout course={course} />);
  await user.type(screen.getByLabelText('Title'), ' and more');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.getByLabelText('Title')).toBeInvalid());
  expect(screen.getByLabelText('Title')).toHaveValue('Python and more');
});

test('a picture that did not arrive is named with what failed, and sent again by a button', async () => {
  let tries = 0;
  server.use(
    http.post('*/api/cm/course/update-image', () =>
      ++tries === 1 ? down() : HttpResponse.json({ message: 'ok', result: course }),
    ),
  );
  const { user } = renderApp(<CourseAbout course={course} />);
  await user.upload(fileInput('[role=group]'), PNG);
  const failure = await screen.findByRole('alert');
  expect(failure).toHaveTextContent('cover.png');
  expect(failure).toHaveTextContent(/not available/);
  await user.click(within(failure).getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(tries).toBe(2);
});

test('captions that are refused leave what was chosen for them', async () => {
  server.use(
    http.post('*/api/cm/media/fetch-asset', () =>
      HttpResponse.json({
        message: 'ok',
        result: { _id: 'v1', filename: 'v.mp4', status: 'ready', progress: 100, captions: [], renditions: [] },
      }),
    ),
    http.post('*/api/cm/media/upload-captions', down),
  );
  const { user } = renderApp(<PartCaptions assetId="v1" />);
  await user.clear(screen.getByLabelText('Name in the player'));
  await user.type(screen.getByLabelText('Name in the player'), 'For all');
  await user.upload(fileInput('[role=group]'), new File(['WEBVTT\n'], 'ar.vtt'));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(screen.getByLabelText('Name in the player')).toHaveValue('For all');
});

test('a course that cannot be removed says so in its question, which stays', async () => {
  server.use(
    http.post('*/api/cm/user-course/fetch-statistics', down),
    http.delete('*/api/cm/course/delete-course', down),
  );
  const { user } = renderApp(<DeleteCourse course={course} />);
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const question = screen.getByRole('alertdialog', { name: 'Delete: Python' });
  // How many learners lose it cannot be told, either.
  await waitFor(() => expect(within(question).getByRole('button', { name: 'Delete the course' })).toBeEnabled());
  expect(question).toHaveTextContent('all assignments and all progress');
  await user.click(within(question).getByRole('button', { name: 'Delete the course' }));
  expect(await within(question).findByRole('alert')).toHaveTextContent(/not available/);
});

test('a lesson whose video failed says why, and follows it once it is tried again', async () => {
  let retried = false;
  const asset = () => ({
    _id: 'v1',
    filename: 'v.mp4',
    status: retried ? 'queued' : 'failed',
    progress: 0,
    error: retried ? null : 'The video file is damaged or incomplete',
    reason: retried ? null : 'video_damaged',
    failedStage: retried ? null : 'encode',
    captions: [],
    renditions: [],
  });
  server.use(
    http.post('*/api/cm/media/fetch-asset', () => HttpResponse.json({ message: 'ok', result: asset() })),
    http.put('*/api/cm/media/retry', () => {
      retried = true;
      return HttpResponse.json({ message: 'ok', result: asset() });
    }),
  );
  const { user } = renderApp(
    <VideoStatus
      video={{ assetId: 'v1', status: 'failed', progress: 0, error: 'The video file is damaged or incomplete' }}
    />,
  );
  expect(await screen.findByText('The file is damaged or incomplete.')).toBeInTheDocument();
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Waiting to be processed')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a course that was not created yet is there again, which is said', async () => {
  const { user: first, unmount } = renderApp(<CourseCreate onCreated={vi.fn()} />);
  await first.type(screen.getByLabelText('Title'), 'Python');
  unmount();
  const { user } = renderApp(<CourseCreate onCreated={vi.fn()} />);
  expect(screen.getByLabelText('Title')).toHaveValue('Python');
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('Title')).toHaveValue('');
  expect(screen.queryByText('Your unsaved draft was restored.')).not.toBeInTheDocument();
});

test('the name of captions that were not sent yet is there again, and gone when they are', async () => {
  server.use(
    http.post('*/api/cm/media/fetch-asset', () =>
      HttpResponse.json({ message: 'ok', result: { _id: 'v1', captions: [], renditions: [] } }),
    ),
    http.post('*/api/cm/media/upload-captions', () =>
      HttpResponse.json({ message: 'ok', result: { _id: 'v1', captions: [], renditions: [] } }, { status: 201 }),
    ),
  );
  const { user: first, unmount } = renderApp(<PartCaptions assetId="v1" />);
  await first.clear(screen.getByLabelText('Name in the player'));
  await first.type(screen.getByLabelText('Name in the player'), 'Plain Arabic');
  unmount();
  const { user } = renderApp(<PartCaptions assetId="v1" />);
  expect(screen.getByLabelText('Name in the player')).toHaveValue('Plain Arabic');
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  await user.upload(fileInput('[role=group]'), new File(['WEBVTT\n'], 'ar.vtt'));
  await waitFor(() => expect(screen.queryByText('Your unsaved draft was restored.')).not.toBeInTheDocument());
  expect({ ...sessionStorage }).toEqual({});
});
