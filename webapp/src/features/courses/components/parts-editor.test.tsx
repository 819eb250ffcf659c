import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { Course } from '@/lib/models';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { PartsEditor } from './parts-editor';

const part = (id: string, title: string) => ({ _id: id, title, description: '', duration: 0, video: null });
const course: Course = {
  _id: 'c1',
  id: 'c1',
  title: 'Python',
  description: '',
  image: null,
  parts: [part('a', 'One'), part('b', 'Two')],
  createdAt: '',
  updatedAt: '',
};

function recordSaves() {
  const saves: { parts: { _id?: string; title: string }[] }[] = [];
  server.use(
    http.put('*/api/cm/course/update-course', async ({ request }) => {
      const body = (await request.json()) as (typeof saves)[number];
      saves.push(body);
      const parts = body.parts.map(({ _id, title }, index) => part(_id ?? `new-${index}`, title));
      return HttpResponse.json({ message: 'ok', result: { ...course, parts } });
    }),
  );
  return saves;
}

test('adds, renames, moves and removes lessons, and saves them in their order', async () => {
  const saves = recordSaves();
  const { user } = renderApp(<PartsEditor course={course} />);
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }));
  await user.type(within(screen.getByRole('group', { name: 'Lesson 3' })).getByLabelText('Lesson title'), 'Three');
  await user.click(within(screen.getByRole('group', { name: 'Lesson 3' })).getByRole('button', { name: 'Move up' }));
  await user.click(
    within(screen.getByRole('group', { name: 'Lesson 1' })).getByRole('button', { name: 'Remove the lesson' }),
  );
  await user.click(screen.getByRole('button', { name: 'Yes' }));
  await user.click(screen.getByRole('button', { name: 'Save the lessons' }));
  await waitFor(() => expect(saves).toHaveLength(1));
  expect(saves[0]?.parts.map(({ _id, title }) => [_id, title])).toEqual([
    [undefined, 'Three'],
    ['b', 'Two'],
  ]);

  // Saved once, a lesson keeps the id that it got.
  await user.click(screen.getByRole('button', { name: 'Save the lessons' }));
  await waitFor(() => expect(saves).toHaveLength(2));
  expect(saves[1]?.parts[0]?._id).toBe('new-0');
});

test('a lesson without a title is not saved and takes no video', async () => {
  const saves = recordSaves();
  const { user } = renderApp(<PartsEditor course={{ ...course, parts: [] }} />);
  await user.click(screen.getByRole('button', { name: 'Add a lesson' }));
  expect(screen.getByRole('button', { name: 'Choose a video' })).toBeDisabled();
  await user.click(screen.getByRole('button', { name: 'Save the lessons' }));
  expect(await screen.findByText('Every lesson needs a title.')).toBeInTheDocument();
  expect(saves).toHaveLength(0);
});
