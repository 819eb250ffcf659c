import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { reasonText } from '@/i18n/video-messages';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { VideoTrouble, type VideoTroubleProps } from './video-trouble';

const state = (change: Partial<VideoTroubleProps['video']>): VideoTroubleProps['video'] => ({
  status: 'queued',
  error: null,
  reason: null,
  failedStage: null,
  ...change,
});
const failed = state({
  status: 'failed',
  error: 'The file is not a video',
  reason: 'not_video',
  failedStage: 'prepare',
});
const show = (video: VideoTroubleProps['video'], locale: 'en' | 'ar' = 'en') =>
  renderApp(<VideoTrouble assetId="v1" video={video} />, { locale });

test.each([
  ['en', 'The file is not a video.', 'Try again'],
  ['ar', 'الملف ليس فيديو.', 'حاول مرة أخرى'],
] as const)(
  'a video that failed says why in the reader’s language, and is tried again by a button (%s)',
  async (locale, reason, again) => {
    const asked: unknown[] = [];
    server.use(
      http.put('*/api/cm/media/retry', async ({ request }) => {
        asked.push(await request.json());
        return HttpResponse.json({ message: 'ok', result: { _id: 'v1', status: 'queued' } });
      }),
    );
    const { user } = show(failed, locale);
    const notice = screen.getByRole('alert');
    expect(notice).toHaveTextContent(reason);
    expect(await axeProblems()).toEqual([]);
    await user.click(within(notice).getByRole('button', { name: again }));
    await waitFor(() => expect(asked).toEqual([{ assetId: 'v1' }]));
  },
);

test('a video whose file is gone says that it must be uploaded again', async () => {
  server.use(
    http.put('*/api/cm/media/retry', () => HttpResponse.json({ message: 'x', code: 'source_gone' }, { status: 409 })),
  );
  const { user } = show(failed);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText(/no longer stored. Upload it again/)).toBeInTheDocument();
});

test('a failed video that cannot be tried again has no button', () => {
  show({ ...failed, failedStage: null });
  expect(screen.getByRole('alert')).toHaveTextContent('not a video');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

test('a video that waits for the end of an outage says that the upload is safe', () => {
  show(state({ reason: 'storage_unavailable' }));
  expect(screen.getByRole('status')).toHaveTextContent('The file store is not available. The upload is safe');
});

test.each([
  ['pictures', 'pictures for seeking'],
  ['ladder', 'sizes for slow connections'],
] as const)('a video that plays without its %s says so', (failedStage, words) => {
  show(state({ status: 'ready', reason: 'video_unreadable', failedStage }));
  expect(screen.getByRole('status')).toHaveTextContent(words);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
});

test('a video without trouble shows nothing', () => {
  show(state({ status: 'ready' }));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('a reason that this page does not know is told in the server’s words', () => {
  show({ ...failed, reason: 'new_reason', error: 'Something new' });
  expect(screen.getByRole('alert')).toHaveTextContent('Something new');
  expect(reasonText('new_reason')).toBeUndefined();
});
