import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { queryClient } from '@/lib/query-client';
import { commitUndoables } from '@/lib/undo';
import { axeProblems } from '@/testing/axe';
import { fileInput } from '@/testing/dom';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { PartCaptions } from './part-captions';

interface Track {
  lang: string;
  label: string;
  default: boolean;
  version: string;
}
const track = (version: string): Track => ({ lang: 'ar', label: 'العربية', default: true, version });

/** A server that has these captions; gives what was sent to it, and the means to change them as another manager. */
function keepCaptions(stored: Track[]) {
  const sent: string[] = [];
  let now = stored;
  const asset = () => ({ _id: 'v1', filename: 'v.mp4', status: 'ready', progress: 100, captions: now, renditions: [] });
  const answer = (seen: string, next: () => Track[]) => {
    sent.push(seen);
    if (seen !== (now[0]?.version ?? '')) {
      return HttpResponse.json({ message: 'no', code: 'changed_meanwhile', result: asset() }, { status: 409 });
    }
    now = next();
    return HttpResponse.json({ message: 'ok', result: asset() });
  };
  server.use(
    http.post('*/api/cm/media/fetch-asset', () => HttpResponse.json({ message: 'ok', result: asset() })),
    http.post('*/api/cm/media/upload-captions', async ({ request }) =>
      answer((await request.formData()).get('version') as string, () => [track(`own ${sent.length}`)]),
    ),
    http.delete('*/api/cm/media/delete-captions', async ({ request }) =>
      answer(((await request.json()) as { version: string }).version, () => []),
    ),
  );
  return { sent, change: (captions: Track[]) => (now = captions) };
}

async function open(locale?: 'ar' | 'en') {
  const { user } = renderApp(<PartCaptions assetId="v1" />, { locale });
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  return { user, upload: () => user.upload(fileInput('[role=group]'), new File(['WEBVTT\n'], 'ar.vtt')) };
}
const question = () => screen.findByRole('alertdialog');
const closed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());

beforeEach(() => queryClient.clear());

test('the captions that a manager has seen, and their own, are replaced in one step', async () => {
  const { sent } = keepCaptions([track('first')]);
  const { upload } = await open();
  await upload();
  await waitFor(() => expect(sent).toEqual(['first']));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  await upload();
  await waitFor(() => expect(sent).toEqual(['first', 'own 1']));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test.each(['en', 'ar'] as const)(
  'captions that somebody else uploaded meanwhile are replaced only if so wished (%s)',
  async (locale) => {
    const { sent, change } = keepCaptions([]);
    const { user, upload } = await open(locale);
    // No, and yes.
    const answer = async (button: number) => {
      await user.click(within(await question()).getAllByRole('button')[button] as HTMLElement);
      await closed();
    };
    change([track('theirs')]);
    await upload();
    const asked = await question();
    expect(asked).toHaveAccessibleName(
      locale === 'en' ? 'Replace the captions in Arabic?' : 'أتريد استبدال الترجمة باللغة العربية؟',
    );
    expect(await axeProblems()).toEqual([]);
    await answer(0);
    expect(sent).toEqual(['']);
    // The list shows what is there now.
    expect(screen.getByRole('listitem')).toHaveTextContent('العربية');
    await upload();
    await question();
    await answer(1);
    await waitFor(() => expect(sent).toEqual(['', '', 'theirs']));
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  },
);

test('captions that somebody else deleted meanwhile are uploaded without a question', async () => {
  const { sent, change } = keepCaptions([track('first')]);
  const { upload } = await open();
  change([]);
  await upload();
  await waitFor(() => expect(sent).toEqual(['first', '']));
  await waitFor(() => expect(queryClient.isMutating()).toBe(0));
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('captions that somebody else replaced meanwhile are not deleted, until they were shown', async () => {
  const { sent, change } = keepCaptions([track('first')]);
  const { user } = await open();
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: /العربية/ }));
    await commitUndoables();
  };
  change([track('theirs')]);
  await remove();
  expect(await screen.findByRole('alert')).toHaveTextContent('Someone else has changed this in the meantime.');
  await remove();
  expect(await screen.findByText('No captions yet.')).toBeInTheDocument();
  expect(sent).toEqual(['first', 'theirs']);
});
