import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { toasts } from '@/lib/toast';
import { axeProblems } from '@/testing/axe';
import { courseOf, keepCourse, partOf } from '@/testing/courses';
import { element, fileInput } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { CourseAbout } from './course-about';
import { PartsEditor } from './parts-editor';

const course = courseOf();

const press = (user: ReturnType<typeof renderApp>['user'], name: string) =>
  user.click(screen.getByRole('button', { name }));
const dialog = () => screen.findByRole('alertdialog');

test('the other’s title is taken, and the own description stays to be saved', async () => {
  const sent = keepCourse({ ...course, title: 'Theirs', revision: 4 });
  const { user } = renderApp(<CourseAbout course={course} />);
  await user.type(screen.getByLabelText('Title'), '!');
  await user.type(screen.getByLabelText('Description'), '!');
  await press(user, 'Save');
  expect(
    within(await dialog())
      .getAllByRole('definition')
      .map(({ textContent }) => textContent),
  ).toEqual(['Python!', 'Theirs']);
  await press(user, 'Take theirs');
  await waitFor(() => expect(screen.getByLabelText('Title')).toHaveValue('Theirs'));
  expect(screen.getByLabelText('Description')).toHaveValue('Loops!');
  await press(user, 'Save');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ title: 'Theirs', description: 'Loops!', revision: 4 });
});

test('what was typed before a reload does not overwrite what was saved since', async () => {
  const newer = { ...course, title: 'Theirs', revision: 2 };
  const sent = keepCourse(newer);
  const view = renderApp(<CourseAbout course={course} />);
  await view.user.type(screen.getByLabelText('Title'), '!');
  await waitFor(() => expect(JSON.stringify({ ...sessionStorage })).toContain('Python!'));
  view.unmount();
  const { user } = renderApp(<CourseAbout course={newer} />);
  expect(screen.getByLabelText('Title')).toHaveValue('Python!');
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  await press(user, 'Save');
  await dialog();
  await press(user, 'Keep mine');
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ title: 'Python!', revision: 2 }));
  await waitFor(() => expect(screen.queryByText('Your unsaved draft was restored.')).not.toBeInTheDocument());
});

test('who starts over sees what is saved', async () => {
  const view = renderApp(<CourseAbout course={course} />);
  await view.user.type(screen.getByLabelText('Title'), '!');
  view.unmount();
  const { user } = renderApp(<CourseAbout course={{ ...course, title: 'Theirs', revision: 2 }} />);
  await press(user, 'Start over');
  expect(screen.getByLabelText('Title')).toHaveValue('Theirs');
  expect(screen.queryByText('Your unsaved draft was restored.')).not.toBeInTheDocument();
});

test('lessons that others changed are saved along, shown and named', async () => {
  const sent = keepCourse({
    ...course,
    parts: [partOf('a', 'One'), partOf('b', 'Theirs'), partOf('c', 'New')],
    revision: 3,
  });
  const { user } = renderApp(<PartsEditor course={course} />);
  await user.click(screen.getByRole('button', { name: /^Edit lesson 1:/ }));
  await user.type(screen.getByLabelText('Lesson title'), '!');
  await press(user, 'Save the lessons');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.parts?.map(({ title }) => title)).toEqual(['One!', 'Theirs', 'New']);
  const text = 'Changed by someone else in the meantime and kept as it is: Lesson 2: Title and Lesson 3';
  await waitFor(() => expect(toasts.get().map(({ detail }) => detail)).toContain(text));
  expect(await screen.findByRole('button', { name: /^Edit lesson 3: ?New/ })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument());
});

test('the title and the description are chosen each by itself', async () => {
  const sent = keepCourse({ ...course, title: 'Theirs', description: 'Their text', revision: 4 });
  const { user } = renderApp(<CourseAbout course={course} />);
  await user.type(screen.getByLabelText('Title'), '!');
  await user.type(screen.getByLabelText('Description'), '!');
  await press(user, 'Save');
  const choose = async (field: string, version: string) =>
    user.click(
      within(within(await dialog()).getByRole('radiogroup', { name: field })).getByRole('radio', { name: version }),
    );
  await choose('Title', 'Yours');
  await choose('Description', 'Saved by someone else in the meantime');
  await press(user, 'Save what I chose');
  await waitFor(() => expect(sent[1]).toMatchObject({ title: 'Python!', description: 'Their text', revision: 4 }));
  await waitFor(() => expect(screen.getByLabelText('Description')).toHaveValue('Their text'));
});

test('a lesson that both changed is asked about, and going back loses nothing', async () => {
  const sent = keepCourse({ ...course, parts: [partOf('a', 'Theirs'), partOf('b', 'Two')], revision: 3 });
  const { user } = renderApp(<PartsEditor course={course} />);
  await user.click(screen.getByRole('button', { name: /^Edit lesson 1:/ }));
  await user.type(screen.getByLabelText('Lesson title'), '!');
  await press(user, 'Save the lessons');
  expect(within(await dialog()).getByRole('heading', { level: 3 })).toHaveTextContent('Lesson 1: Title');
  await press(user, 'Back to editing');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.getByLabelText('Lesson title')).toHaveValue('One!');
  await press(user, 'Save the lessons');
  await dialog();
  await press(user, 'Take theirs');
  await waitFor(() => expect(screen.getByLabelText('Lesson title')).toHaveValue('Theirs'));
  expect(sent).toHaveLength(2);
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
});

const PNG = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'cover.png', {
  type: 'image/png',
});
/** A server whose course somebody else has changed to `now`. Gives the revisions that were sent with a picture. */
function keepPicture(now: typeof course) {
  const sent: string[] = [];
  server.use(
    http.post('*/api/cm/course/update-image', async ({ request }) => {
      const revision = (await request.formData()).get('revision') as string;
      sent.push(revision);
      if (revision !== String(now.revision)) {
        return HttpResponse.json({ message: 'no', code: 'changed_meanwhile', result: now }, { status: 409 });
      }
      return HttpResponse.json({ message: 'ok', result: { ...now, image: '/mine.png', revision: now.revision + 1 } });
    }),
  );
  return sent;
}
const choosePicture = (user: ReturnType<typeof renderApp>['user']) =>
  user.upload(fileInput('[aria-label="Picture"]'), PNG);

test('a picture is sent over other changes of the course without a question', async () => {
  const sent = keepPicture({ ...course, title: 'Theirs', revision: 4 });
  const { user } = renderApp(<CourseAbout course={course} />);
  await choosePicture(user);
  await waitFor(() => expect(sent).toEqual(['1', '4']));
  await waitFor(() => expect(toasts.get().at(-1)).toMatchObject({ severity: 'success' }));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('a picture that replaces another’s is asked about with both side by side, and kept', async () => {
  const sent = keepPicture({ ...course, image: '/theirs.png', revision: 4 });
  const { user } = renderApp(<CourseAbout course={course} />);
  await choosePicture(user);
  const question = within(await dialog());
  expect(question.getByRole('heading', { level: 3 })).toHaveTextContent('Picture');
  const [mine, theirs] = question.getAllByRole('definition');
  expect(mine).toHaveTextContent('cover.png');
  expect(element('img', mine)).toHaveAttribute('src', expect.stringMatching(/^blob:/));
  expect(theirs).toHaveTextContent('A different picture');
  expect(element('img', theirs)).toHaveAttribute('src', '/theirs.png');
  expect(await axeProblems()).toEqual([]);
  expect(sent).toEqual(['1']);
  await press(user, 'Keep mine');
  await waitFor(() => expect(sent).toEqual(['1', '4']));
});

test.each(['by its button', 'by closing the question'])('the other’s picture stays: %s', async (way) => {
  const sent = keepPicture({ ...course, image: '/theirs.png', revision: 4 });
  const { user } = renderApp(<CourseAbout course={course} />);
  await choosePicture(user);
  await dialog();
  expect(screen.queryByRole('button', { name: 'Back to editing' })).not.toBeInTheDocument();
  if (way === 'by its button') await press(user, 'Take theirs');
  else await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(sent).toEqual(['1']);
});
