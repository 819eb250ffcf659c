import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { ApiError } from '@/lib/api-error';
import { managerSession } from '@/lib/session';
import { axeProblems } from '@/testing/axe';
import { courseOf, partOf } from '@/testing/courses';
import { fileInput } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { uploadVideo, type UploadEvents } from './api/upload-video';
import { PartsEditor } from './components/parts-editor';
import { UploadsButton } from './components/uploads-button';
import { stopUploads } from './lesson-uploads';
import { unfinishedUploads } from './upload-memory';

vi.mock('./api/upload-video', () => ({ uploadVideo: vi.fn(), discardUpload: vi.fn() }));

const course = courseOf({ description: '' });

/** What the sending of a file tells, and whether it was told to stop. */
let sending: UploadEvents;
const control = { pause: vi.fn(), resume: vi.fn(), cancel: vi.fn() };
beforeEach(() => {
  vi.clearAllMocks();
  vi.mocked(uploadVideo).mockImplementation((_file, _place, events) => {
    sending = events;
    return control;
  });
});
afterEach(() => act(stopUploads));

interface Saves {
  videos: { courseId: string; partId: string; assetId: string; revision: number }[];
  courses: { parts: { _id: string; title: string; video: { assetId: string } | null }[] }[];
}
const down = () => HttpResponse.json({ message: 'down', code: 'unavailable' }, { status: 503 });
const gone = () => HttpResponse.json({ message: 'gone', code: 'part_not_found' }, { status: 404 });

/** `refusals` are the answers to the first attempts to set a video. */
function recordSaves(...refusals: (typeof down)[]) {
  const saves: Saves = { videos: [], courses: [] };
  server.use(
    http.put('*/api/cm/course/update-course', async ({ request }) => {
      saves.courses.push((await request.json()) as Saves['courses'][number]);
      return HttpResponse.json({ message: 'ok', result: course });
    }),
    http.put('*/api/cm/course/set-part-video', async ({ request }) => {
      const refuse = refusals.shift();
      if (refuse) return refuse();
      saves.videos.push((await request.json()) as Saves['videos'][number]);
      return HttpResponse.json({ message: 'ok', result: course });
    }),
    http.post('*/api/cm/media/fetch-asset', () =>
      HttpResponse.json({ message: 'busy', code: 'not_found' }, { status: 404 }),
    ),
  );
  return saves;
}

const videoOf = (assetId: string) => ({ assetId, status: 'ready' as const, progress: 100, error: null });
/** Refuses a video as the server does whose lesson another manager has changed to `part`. */
const changedTo = (part: ReturnType<typeof partOf>) => () => {
  const result = courseOf({ parts: [part, partOf('b', 'Two')], revision: 7 });
  return HttpResponse.json({ message: 'no', code: 'changed_meanwhile', result }, { status: 409 });
};
const theirVideo = changedTo(partOf('a', 'One', { video: videoOf('theirs'), revision: 4 }));
const QUESTION = /Someone else has changed the video of this lesson/;

/** An editor with an upload on its way to its first lesson, and another screen to go to. */
async function upload() {
  const view = renderApp(
    <>
      <UploadsButton />
      <PartsEditor course={course} />
    </>,
    { routes: [{ path: '/elsewhere', element: <UploadsButton /> }] },
  );
  await view.user.click(screen.getByRole('button', { name: /^Edit lesson 1:/ }));
  await view.user.upload(fileInput('[aria-label="Video"]'), new File(['12345678'], 'one.mp4', { type: 'video/mp4' }));
  await waitFor(() => expect(uploadVideo).toHaveBeenCalled());
  act(() => sending.onProgress(4, 8));
  return { ...view, leave: () => act(() => view.router.navigate('/elsewhere')) };
}

test('an upload goes on while another screen is shown, and its lesson gets the video', async () => {
  const saves = recordSaves();
  const { leave } = await upload();
  await leave();
  expect(control.pause).not.toHaveBeenCalled();
  expect(screen.getByRole('button', { name: '1 upload in progress: 50%' })).toBeInTheDocument();
  act(() => sending.onProgress(6, 8));
  expect(screen.getByRole('button', { name: '1 upload in progress: 75%' })).toBeInTheDocument();
  expect(unfinishedUploads('c1').a?.percent).toBe(75);
  act(() => sending.onDone('asset-1'));
  await waitFor(() => expect(screen.queryByRole('button', { name: /in progress/ })).not.toBeInTheDocument());
  // The other lesson is not sent: another manager may have changed it since.
  expect(saves).toEqual({ videos: [{ courseId: 'c1', partId: 'a', assetId: 'asset-1', revision: 1 }], courses: [] });
  expect(unfinishedUploads('c1')).toEqual({});
});

test('who comes back finds the upload in its lesson, whose video is saved without what is unsaved there', async () => {
  const saves = recordSaves();
  const { leave, router, user } = await upload();
  await leave();
  await act(() => router.navigate('/'));
  await user.click(screen.getByRole('button', { name: /^Edit lesson 1:/ }));
  expect(screen.getByRole('progressbar', { name: 'Uploading one.mp4' })).toHaveAttribute('aria-valuenow', '50');
  await user.type(screen.getByLabelText('Lesson title'), ' and more');
  act(() => sending.onDone('asset-1'));
  await waitFor(() => expect(saves.videos).toMatchObject([{ courseId: 'c1', partId: 'a', assetId: 'asset-1' }]));
  expect(saves.courses).toEqual([]);
  expect(screen.getByText('Not saved yet')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save the lessons' }));
  await waitFor(() => expect(saves.courses).toHaveLength(1));
  expect(saves.courses[0]?.parts[0]).toMatchObject({ title: 'One and more', video: { assetId: 'asset-1' } });
});

test('a video that arrives in an open editor leaves nothing to save', async () => {
  const saves = recordSaves();
  await upload();
  act(() => sending.onDone('asset-1'));
  await waitFor(() => expect(saves.videos).toHaveLength(1));
  await waitFor(() => expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument());
  expect(saves.courses).toEqual([]);
});

test('a video that an open editor cannot store is saved with the lessons', async () => {
  const saves = recordSaves(down);
  const { user } = await upload();
  act(() => sending.onDone('asset-1'));
  expect(await screen.findByText(/not available/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save the lessons' }));
  await waitFor(() => expect(saves.courses).toHaveLength(1));
  expect(saves.courses[0]?.parts[0]).toMatchObject({ _id: 'a', video: { assetId: 'asset-1' } });
});

test('the video of a lesson that was removed meanwhile is dropped without a complaint', async () => {
  const saves = recordSaves(gone);
  const { leave } = await upload();
  await leave();
  act(() => sending.onDone('asset-1'));
  await waitFor(() => expect(screen.queryByRole('button', { name: /upload/ })).not.toBeInTheDocument());
  expect(saves).toEqual({ videos: [], courses: [] });
});

test('lessons that are kept unsaved get the video that arrived meanwhile', async () => {
  recordSaves();
  const { leave, router, user } = await upload();
  await user.type(screen.getByLabelText('Lesson title'), ', unsaved');
  // Left in mid-sentence: nothing of it is lost.
  await leave();
  act(() => sending.onDone('asset-1'));
  await waitFor(() => expect(screen.queryByRole('button', { name: /in progress/ })).not.toBeInTheDocument());
  await act(() => router.navigate('/'));
  const saves = recordSaves();
  await user.click(screen.getByRole('button', { name: 'Save the lessons' }));
  await waitFor(() => expect(saves.courses).toHaveLength(1));
  expect(saves.courses[0]?.parts[0]).toMatchObject({ title: 'One, unsaved', video: { assetId: 'asset-1' } });
});

test('what fails on another screen is told there, and can be tried again', async () => {
  const saves = recordSaves(down);
  const { leave, user } = await upload();
  await leave();
  act(() => sending.onDone('asset-1'));
  await user.click(await screen.findByRole('button', { name: /An upload has failed/ }));
  const panel = await screen.findByRole('dialog', { name: 'Uploads' });
  expect(within(panel).getByRole('alert')).toHaveTextContent(/not available/);
  expect(within(panel).getByRole('link', { name: 'Python' })).toHaveAttribute('href', '/admin/courses/update/c1');
  expect(await axeProblems()).toEqual([]);
  await user.click(within(panel).getByRole('button', { name: 'Resume: one.mp4' }));
  await waitFor(() => expect(saves.videos).toHaveLength(1));
  expect(await within(panel).findByText('All uploads complete.')).toBeInTheDocument();
});

test('a lesson whose title was changed meanwhile gets the video without a question', async () => {
  const saves = recordSaves(changedTo(partOf('a', 'Renamed', { revision: 4 })));
  const { leave } = await upload();
  await leave();
  act(() => sending.onDone('asset-1'));
  await waitFor(() => expect(saves.videos).toMatchObject([{ assetId: 'asset-1', revision: 4 }]));
  await waitFor(() => expect(screen.queryByRole('button', { name: /upload/ })).not.toBeInTheDocument());
});

test('a video that was stored although its answer was lost is not asked about', async () => {
  const saves = recordSaves(changedTo(partOf('a', 'One', { video: videoOf('asset-1'), revision: 2 })));
  await upload();
  act(() => sending.onDone('asset-1'));
  await waitFor(() => expect(screen.queryByRole('button', { name: /upload/ })).not.toBeInTheDocument());
  expect(saves.videos).toEqual([]);
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
});

test('on another screen the manager is asked whose video stays, and keeps the own one', async () => {
  const saves = recordSaves(theirVideo);
  const { leave, user } = await upload();
  await leave();
  act(() => sending.onDone('asset-1'));
  await user.click(await screen.findByRole('button', { name: 'An upload needs your decision' }));
  const panel = await screen.findByRole('dialog', { name: 'Uploads' });
  expect(within(panel).getByText(QUESTION)).toHaveTextContent(/one\.mp4 is uploaded/);
  expect(saves.videos).toEqual([]);
  expect(await axeProblems()).toEqual([]);
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented).toBe(true);
  await user.click(within(panel).getByRole('button', { name: 'Keep mine: one.mp4' }));
  await waitFor(() => expect(saves.videos).toMatchObject([{ assetId: 'asset-1', revision: 4 }]));
  expect(await within(panel).findByText('All uploads complete.')).toBeInTheDocument();
});

test('in the editor the other’s video is taken, which leaves nothing to save', async () => {
  const saves = recordSaves(theirVideo);
  const { user } = await upload();
  act(() => sending.onDone('asset-1'));
  expect(await screen.findByText(QUESTION)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: /^Edit lesson 1:/ })).toHaveAccessibleName(/Needs your decision/);
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Take theirs: one.mp4' }));
  await waitFor(() => expect(screen.getByRole('button', { name: /^Edit lesson 1:/ })).toHaveAccessibleName(/Ready/));
  expect(screen.queryByText('Not saved yet')).not.toBeInTheDocument();
  expect(saves).toEqual({ videos: [], courses: [] });
});

test('who keeps the own video is asked again if the other one has changed it once more', async () => {
  const saves = recordSaves(theirVideo, changedTo(partOf('a', 'One', { video: videoOf('newest'), revision: 5 })));
  const { user } = await upload();
  act(() => sending.onDone('asset-1'));
  await user.click(await screen.findByRole('button', { name: 'Keep mine: one.mp4' }));
  await user.click(await screen.findByRole('button', { name: 'Keep mine: one.mp4' }));
  await waitFor(() => expect(saves.videos).toMatchObject([{ assetId: 'asset-1', revision: 5 }]));
  await waitFor(() => expect(screen.queryByText(QUESTION)).not.toBeInTheDocument());
});

test('a sending that broke off goes on from the panel; one that is given up leaves nothing', async () => {
  recordSaves();
  const { leave, user } = await upload();
  await leave();
  act(() => sending.onFailed(new ApiError({ status: 0, code: 'network', message: 'away' })));
  await user.click(screen.getByRole('button', { name: /An upload has failed/ }));
  const panel = await screen.findByRole('dialog', { name: 'Uploads' });
  await user.click(within(panel).getByRole('button', { name: 'Resume: one.mp4' }));
  expect(control.resume).toHaveBeenCalled();
  await user.click(within(panel).getByRole('button', { name: 'Pause: one.mp4' }));
  expect(within(panel).getByRole('progressbar', { name: 'Paused: one.mp4' })).toBeInTheDocument();
  await user.click(within(panel).getByRole('button', { name: 'Cancel: one.mp4' }));
  expect(control.cancel).toHaveBeenCalled();
  expect(unfinishedUploads('c1')).toEqual({});
});

test('a manager who quits takes the uploads along; a session that ends by itself leaves them', async () => {
  recordSaves();
  managerSession.start('token', { userId: 'm1', fullname: 'M', lastLogin: null });
  const { leave } = await upload();
  await leave();
  act(() => managerSession.end('expired'));
  expect(screen.getByRole('button', { name: /in progress/ })).toBeInTheDocument();
  act(() => managerSession.start('token-2', { userId: 'm1', fullname: 'M', lastLogin: null }));
  expect(control.pause).not.toHaveBeenCalled();
  act(() => managerSession.end('logout'));
  expect(control.pause).toHaveBeenCalled();
  expect(screen.queryByRole('button', { name: /in progress/ })).not.toBeInTheDocument();
});
