import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { queryClient } from '@/lib/query-client';
import { axeProblems } from '@/testing/axe';
import { server } from '@/testing/server';
import { chooseZone, open, refuse, SAVE, sent, serveSite, stored, zoneField } from '../testing';

serveSite();
afterEach(() => vi.unstubAllEnvs());

test('the time zone is found by its country, and published with the rest', async () => {
  const { user } = await open();
  // While nobody has chosen one, that of the server's settings applies.
  expect(zoneField()).toHaveValue('Saudi Arabia Time (Asia/Riyadh)');
  await chooseZone(user, 'egypt', /Africa\/Cairo/);
  expect(await axeProblems()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Publish' }));
  await waitFor(() => expect(sent.map(([call]) => call)).toEqual(['save', 'publish']));
  expect(sent[0]?.[1].timezone).toBe('Africa/Cairo');
  expect(zoneField()).toHaveValue('Egypt Time (Africa/Cairo)');
});

test('the time zone of the device is one press away', async () => {
  vi.stubEnv('TZ', 'Europe/Kiev');
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: /Use this device’s time zone/ }));
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  await waitFor(() => expect(sent[0]?.[1].timezone).toBe('Europe/Kyiv'));
  expect(screen.queryByRole('button', { name: /Use this device’s time zone/ })).not.toBeInTheDocument();
});

test('a time zone that the server does not know is told at its field', async () => {
  stored.timezone = 'Africa/Cairo';
  server.use(
    http.put(SAVE, () =>
      refuse(422, 'validation_failed', [{ field: 'timezone', code: 'timezone_unknown', message: 'x' }]),
    ),
  );
  const { user } = await open();
  await user.type(screen.getByLabelText('Phone'), '1');
  await user.click(screen.getByRole('button', { name: 'Save the draft' }));
  expect(await screen.findByText(/does not know this time zone/)).toBeInTheDocument();
  expect(zoneField()).toBeInvalid();
});

test('a time zone that was chosen is there again when the page is, until somebody starts over', async () => {
  const view = await open();
  await chooseZone(view.user, 'egypt', /Africa\/Cairo/);
  view.unmount();
  queryClient.clear();
  const { user } = await open();
  expect(zoneField()).toHaveValue('Egypt Time (Africa/Cairo)');
  await user.click(screen.getByRole('button', { name: 'Start over' }));
  expect(zoneField()).toHaveValue('Saudi Arabia Time (Asia/Riyadh)');
});
