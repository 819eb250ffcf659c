import { namePlayer } from './name-player';

test('the player keeps the name that it was given, until it is let go', async () => {
  const host = document.createElement('div');
  const letGo = namePlayer(host, 'الفيديو: الضوء');
  expect(host).toHaveAttribute('aria-label', 'الفيديو: الضوء');
  host.setAttribute('aria-label', 'Video Player - الضوء');
  await vi.waitFor(() => expect(host).toHaveAttribute('aria-label', 'الفيديو: الضوء'));
  letGo();
  host.setAttribute('aria-label', 'Video Player - الضوء');
  await Promise.resolve();
  expect(host).toHaveAttribute('aria-label', 'Video Player - الضوء');
});
