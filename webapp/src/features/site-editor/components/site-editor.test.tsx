import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { queryClient } from '@/lib/query-client';
import { axeProblems } from '@/testing/axe';
import { fileInput } from '@/testing/dom';
import { server } from '@/testing/server';
import { open, refuse, SAVE, sent, serveSite } from '../testing';

serveSite();

test.each(['en', 'ar'] as const)('the page is accessible, and counts the examples (%s)', async (locale) => {
  await open('/', locale);
  expect(screen.getAllByRole('status')[0]).toHaveTextContent(
    locale === 'en' ? '2 parts of the site are still examples' : 'جزءان من الموقع',
  );
  expect(await axeProblems()).toEqual([]);
});

test('the page has each text in both languages, in its own direction, and publishes what was changed', async () => {
  const { user, onPublished } = await open('/?tab=home');
  const english = screen.getByDisplayValue('Clear lessons');
  expect(english).toHaveAttribute('dir', 'auto');
  expect(english).toHaveAttribute('lang', 'en');
  expect(screen.getByDisplayValue('دروس واضحة')).toHaveAttribute('lang', 'ar');
  expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
  await user.clear(english);
  await user.type(english, 'Clearer lessons');
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(onPublished).toHaveBeenCalled());
  expect(sent.map(([call, { revision: seen }]) => [call, seen])).toEqual([
    ['save', 0],
    ['publish', 1],
  ]);
  expect(sent[0]?.[1].files?.['en/home.json']?.['hero']).toMatchObject({ heading: 'Clearer lessons' });
  expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
});

test('an example is told until it is the academy’s, or gone', async () => {
  const { user } = await open('/?tab=home');
  const group = () => within(screen.getByRole('region', { name: 'Testimonials' }));
  expect(group().getByText('Example: hidden from visitors')).toBeInTheDocument();
  await user.click(group().getByRole('button', { name: 'Delete the example: Testimonials' }));
  expect(group().queryByText('Example: hidden from visitors')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  await screen.findByText('There is an unpublished draft.');
  for (const language of ['ar', 'en'])
    expect(sent[0]?.[1].files?.[`${language}/home.json`]).toMatchObject({
      testimonials: { items: [] },
      placeholders: [],
    });
});

test('items are added and removed in both languages', async () => {
  const { user } = await open('/?tab=home');
  const group = within(screen.getByRole('region', { name: 'How to start' }));
  await user.click(group.getByRole('button', { name: 'Add: How to start' }));
  const item = within(group.getByRole('listitem', { name: 'How to start 1' }));
  await user.type(item.getByLabelText('Title in English'), 'Sign up');
  await user.type(item.getByLabelText('Title in Arabic'), 'سجّل');
  await user.click(group.getByRole('button', { name: 'Add: How to start' }));
  await user.click(group.getByRole('button', { name: 'Delete: How to start 2' }));
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[1].files?.['ar/home.json']?.['steps']).toMatchObject({ items: [{ title: 'سجّل', text: '' }] });
  expect(sent[0]?.[1].files?.['en/home.json']?.['steps']).toMatchObject({ items: [{ title: 'Sign up', text: '' }] });
});

test('a refusal stands at its field, and nothing typed is lost', async () => {
  server.use(
    http.put(SAVE, () =>
      refuse(422, 'validation_failed', [
        { field: 'site.json: phone', code: 'invalid', message: 'x' },
        { field: 'site.json: name.ar', code: 'required', message: 'x' },
      ]),
    ),
  );
  const { user } = await open();
  await user.type(screen.getByLabelText('Phone'), 'call us');
  await user.clear(screen.getByLabelText('Name of the academy in Arabic'));
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(screen.getByLabelText('Phone')).toBeInvalid();
  expect(screen.getByLabelText('Name of the academy in Arabic')).toBeInvalid();
  expect(screen.getByLabelText('Phone')).toHaveValue('call us');
});

test('what was typed is there again when the page is, until somebody starts over', async () => {
  const view = await open();
  await view.user.type(screen.getByLabelText('Phone'), '+966 11');
  view.unmount();
  queryClient.clear();
  const { user } = await open();
  expect(screen.getByLabelText('Phone')).toHaveValue('+966 11');
  expect(screen.getByText('Your unsaved draft was restored.')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(screen.getByLabelText('Phone')).toHaveValue('');
  expect(screen.queryByText('Your unsaved draft was restored.')).not.toBeInTheDocument();
});

test('a picture is uploaded when it is chosen', async () => {
  server.use(
    http.post('*/api/cm/site/upload-picture', () =>
      HttpResponse.json({ message: 'ok', result: { file: 'images/01.webp' } }),
    ),
  );
  const { user } = await open();
  await user.upload(fileInput(), new File(['x'], 'logo.png', { type: 'image/png' }));
  expect(await screen.findByRole('img', { name: 'Logo: current picture' })).toHaveAttribute('src', '/images/01.webp');
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  await waitFor(() => expect(sent[0]?.[1].files?.['site.json']?.['logo']).toBe('images/01.webp'));
});

test('what is typed while a picture is uploaded stays', async () => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  server.use(
    http.post('*/api/cm/site/upload-picture', async () => {
      await arrived;
      return HttpResponse.json({ message: 'ok', result: { file: 'images/01.webp' } });
    }),
  );
  const { user } = await open();
  await user.upload(fileInput(), new File(['x'], 'logo.png', { type: 'image/png' }));
  await user.type(screen.getByLabelText('Phone'), '+966 11');
  arrive();
  await screen.findByRole('img', { name: 'Logo: current picture' });
  expect(screen.getByLabelText('Phone')).toHaveValue('+966 11');
});
