import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http } from 'msw';
import { Suspense } from 'react';
import { toasts } from '@/lib/toast';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { chooseZone, home, meanwhile, open, PUBLISH, refuse, sent, serveSite, stored, zoneField } from '../testing';
import { SetupSite } from './setup-site';

serveSite();

test('what two owners changed at once is saved together, and told', async () => {
  const { user } = await open();
  meanwhile((all) => (all['site.json'] = { ...all['site.json'], whatsapp: '+966 50' }));
  await user.type(screen.getByLabelText('Phone'), '+966 11');
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  await waitFor(() => expect(stored.files['site.json']).toMatchObject({ phone: '+966 11', whatsapp: '+966 50' }));
  expect(sent.map(([, { revision: seen }]) => seen)).toEqual([0, 1]);
  expect(await screen.findByLabelText('WhatsApp')).toHaveValue('+966 50');
  expect(toasts.get().map(({ detail }) => detail)).toContain(
    'Changed by someone else in the meantime and kept as it is: Academy · WhatsApp',
  );
});

test('both versions of the same text are shown side by side, and the chosen one is saved', async () => {
  const { user } = await open('/?tab=home');
  meanwhile((all) => (all['en/home.json'] = home('Their lessons')));
  const english = screen.getByDisplayValue('Clear lessons');
  fireEvent.change(english, { target: { value: 'My lessons' } });
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Someone else has changed this in the meantime' });
  expect(within(dialog).getByRole('heading', { name: 'Home · Top of the page · Heading · English' })).toBeVisible();
  const [mine, theirs] = within(dialog).getAllByRole('definition');
  expect(mine).toHaveTextContent('My lessons');
  expect(theirs).toHaveTextContent('Their lessons');
  await user.click(within(dialog).getByRole('button', { name: 'Back to editing' }));
  expect(screen.getByDisplayValue('My lessons')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(sent.at(-1)?.[0]).toBe('publish'));
  expect(stored.files['en/home.json']).toMatchObject({ hero: { heading: 'My lessons' } });
});

test('a time zone that another owner chose is kept, and told', async () => {
  const { user } = await open();
  meanwhile(() => undefined, 'Africa/Cairo');
  await user.type(screen.getByLabelText('Phone'), '1');
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  await waitFor(() => expect(stored.files['site.json']).toMatchObject({ phone: '1' }));
  expect(stored.timezone).toBe('Africa/Cairo');
  expect(zoneField()).toHaveValue('Egypt Time (Africa/Cairo)');
  expect(toasts.get().map(({ detail }) => detail)).toContain(
    'Changed by someone else in the meantime and kept as it is: Academy · Time zone of the academy',
  );
});

test('two time zones that two owners chose at once are shown side by side, and nothing else is lost', async () => {
  const { user } = await open();
  meanwhile((all) => (all['site.json'] = { ...all['site.json'], whatsapp: '+966 50' }), 'Asia/Dubai');
  await user.type(screen.getByLabelText('Phone'), '1');
  await chooseZone(user, 'egypt', /Africa\/Cairo/);
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Someone else has changed this in the meantime' });
  expect(within(dialog).getByRole('heading', { name: 'Academy · Time zone of the academy' })).toBeVisible();
  const [mine, theirs] = within(dialog).getAllByRole('definition');
  expect(mine).toHaveTextContent('Egypt Time (Africa/Cairo)');
  expect(theirs).toHaveTextContent('(Asia/Dubai)');
  await user.click(within(dialog).getByRole('button', { name: 'Back to editing' }));
  expect(zoneField()).toHaveValue('Egypt Time (Africa/Cairo)');
  expect(stored.timezone).toBe('Asia/Dubai');
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
  await waitFor(() => expect(stored.timezone).toBe('Africa/Cairo'));
  expect(stored.files['site.json']).toMatchObject({ phone: '1', whatsapp: '+966 50' });
  expect(zoneField()).toHaveValue('Egypt Time (Africa/Cairo)');
});

test('a draft of another owner is looked at before it is published', async () => {
  stored.draft = true;
  const { user, onPublished } = await open();
  meanwhile((all) => (all['site.json'] = { ...all['site.json'], phone: '+966 12' }));
  server.use(http.put(PUBLISH, () => refuse(409, 'changed_meanwhile'), { once: true }));
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/changed/i);
  expect(screen.getByLabelText('Phone')).toHaveValue('+966 12');
  expect(onPublished).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(onPublished).toHaveBeenCalled());
  expect(sent.at(-1)).toEqual(['publish', { revision: 1 }]);
});

test('what another owner filled in during the set-up is kept', async () => {
  const onDone = vi.fn();
  const { user } = renderApp(
    <Suspense>
      <SetupSite onDone={onDone} />
    </Suspense>,
  );
  const name = await screen.findByLabelText('Name of the academy in English');
  meanwhile((all) => (all['site.json'] = { ...all['site.json'], whatsapp: '+966 50' }), 'Africa/Cairo');
  fireEvent.change(name, { target: { value: 'Noor Academy' } });
  fireEvent.change(screen.getByLabelText('Name of the academy in Arabic'), { target: { value: 'أكاديمية النور' } });
  await user.click(screen.getByRole('button', { name: 'Save and continue' }));
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(stored.files['site.json']).toMatchObject({ whatsapp: '+966 50', name: { en: 'Noor Academy' } });
  expect(stored.timezone, 'the one that this owner did not choose is not the setting’s').toBe('Africa/Cairo');
});
