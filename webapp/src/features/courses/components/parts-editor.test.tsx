import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import ar from '@/i18n/messages/ar.json';
import type { Part } from '@/lib/models';
import { toasts } from '@/lib/toast';
import { axeProblems } from '@/testing/axe';
import { courseOf, keepCourse, partOf } from '@/testing/courses';
import { fileInput } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { rememberUpload } from '../upload-memory';
import { PartsEditor } from './parts-editor';

const course = courseOf({ description: '' });

const open = (number: number) => screen.getByRole('button', { name: new RegExp(`^Edit lesson ${number}:`) });

test('adds, renames, moves and removes lessons, and saves them in their order', async () => {
  const saves = keepCourse(course);
  const { user } = renderApp(<PartsEditor course={course} />);
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }));
  // A new lesson is open, with the focus in its title.
  await user.keyboard('Three');
  await user.click(await screen.findByRole('button', { name: 'Move up: Three' }));
  expect(await screen.findByRole('group', { name: 'Lesson 2' })).toBeInTheDocument();
  await user.click(open(1));
  await user.click(
    within(screen.getByRole('group', { name: 'Lesson 1' })).getByRole('button', { name: 'Delete the lesson' }),
  );
  expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Save the lessons' }));
  await waitFor(() => expect(saves).toHaveLength(1));
  expect(saves[0]?.parts?.map(({ _id, title }) => [_id, title])).toEqual([
    [undefined, 'Three'],
    ['b', 'Two'],
  ]);
  await waitFor(() => expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument());

  // Saved once, a lesson keeps the id that it got.
  await user.click(screen.getByRole('button', { name: 'Save the lessons' }));
  await waitFor(() => expect(saves).toHaveLength(2));
  expect(saves[1]?.parts?.[0]?._id).toBe('new-0');
});

test('the title of a deleted lesson is isolated in the toast', async () => {
  const { user } = renderApp(<PartsEditor course={{ ...course, parts: [partOf('a', 'C++ (1)')] }} />, {
    locale: 'ar',
  });
  await user.click(screen.getByRole('button', { name: new RegExp(ar['parts.open'].replace('{number}', '1')) }));
  await user.click(screen.getByRole('button', { name: ar['parts.remove'] }));
  expect(toasts.get().at(-1)).toMatchObject({ summary: '\u2068C++ (1)\u2069' });
});

test('a lesson without a title is not saved and takes no video', async () => {
  const saves = keepCourse(course);
  const { user } = renderApp(<PartsEditor course={{ ...course, parts: [] }} />);
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }));
  expect(screen.getByRole('button', { name: 'Choose a video' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Save the lessons' }));
  expect(await screen.findByText('Every lesson needs a title.')).toBeInTheDocument();
  expect(saves).toHaveLength(0);
});

test('a refused save leaves what was typed, and says why beside it', async () => {
  server.use(
    http.put('*/api/cm/course/update-course', () =>
      HttpResponse.json({ message: 'down', code: 'unavailable' }, { status: 503 }),
    ),
  );
  const { user } = renderApp(<PartsEditor course={course} />);
  await user.click(open(1));
  await user.type(screen.getByLabelText('Lesson title'), ' more');
  await user.click(screen.getByRole('button', { name: 'Save the lessons' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/not available/);
  expect(screen.getByLabelText('Lesson title')).toHaveValue('One more');
});

test('what was typed outlives the page', async () => {
  const view = renderApp(<PartsEditor course={course} />);
  await view.user.click(open(2));
  await view.user.type(screen.getByLabelText('Lesson title'), ', again');
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('Two, again'));
  view.unmount();
  const { user } = renderApp(<PartsEditor course={course} />);
  expect(screen.getByText(/unsaved changes to these lessons/)).toBeInTheDocument();
  expect(open(2)).toHaveAccessibleName(/^Edit lesson 2: ?Two, again/);
  await user.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(open(2)).toHaveAccessibleName(/^Edit lesson 2: ?Two ?No video/);
});

test('an upload that a reload interrupted asks for the same file', async () => {
  rememberUpload('c1', 'a', { filename: 'lesson.mp4', size: 9, lastModified: 5, percent: 42 });
  const { user } = renderApp(<PartsEditor course={course} />);
  await user.click(open(1));
  const said = screen.getAllByRole('status').map(({ textContent }) => textContent);
  expect(said.join()).toContain('The upload of lesson.mp4 stopped at 42%');
  const input = fileInput('[aria-label="Video"]');
  await user.upload(input, new File(['other'], 'other.mp4', { type: 'video/mp4' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('other.mp4 is a different file from lesson.mp4');
  await user.click(screen.getByRole('button', { name: 'Cancel upload' }));
  expect(screen.getByRole('button', { name: 'Choose a video' })).toBeInTheDocument();
  expect(localStorage.getItem('uploads:c1')).toBeNull();
});

test('a lesson is found by its words or number, and takes the place that is typed', async () => {
  const many = Array.from({ length: 14 }, (_, index) => partOf(`p${index}`, `Part ${index + 1}`));
  const { user } = renderApp(<PartsEditor course={{ ...course, parts: many }} />);
  await user.type(screen.getByRole('searchbox', { name: 'Find a lesson' }), 'part 13');
  await waitFor(() => expect(screen.getAllByRole('button', { name: /^Edit lesson/ })).toHaveLength(1));
  await user.click(open(13));
  await user.clear(screen.getByLabelText('Position (1 to 14)'));
  await user.type(screen.getByLabelText('Position (1 to 14)'), '٢{Enter}');
  expect(await screen.findByRole('button', { name: /^Edit lesson 2: ?Part 13/ })).toBeInTheDocument();
});

test('videos in work are followed until each is done, and leave nothing to save', async () => {
  const ids = ['v1', 'v2', 'v3', 'v4', 'v5'];
  const asked = new Set<string>();
  server.use(
    http.post('*/api/cm/media/fetch-asset', async ({ request }) => {
      const { assetId } = (await request.json()) as { assetId: string };
      asked.add(assetId);
      return HttpResponse.json({
        message: 'ok',
        result: { _id: assetId, status: 'ready', progress: 100, error: null },
      });
    }),
  );
  const parts = ids.map((assetId, index): Part => ({
    ...partOf(`p${index}`, `Lesson of ${assetId}`),
    video: { assetId, status: 'queued', progress: 0, error: null },
  }));
  renderApp(<PartsEditor course={{ ...course, parts }} />);
  for (const number of ids.keys()) {
    await waitFor(() => expect(open(number + 1)).toHaveAccessibleName(/Ready$/));
  }
  expect([...asked]).toEqual(ids);
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
});
