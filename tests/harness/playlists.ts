// Follows a playback address like a player.
import { expect } from 'vitest';

export interface Addresses {
  readonly master: URL;
  readonly variant: URL;
  readonly key: URL;
  readonly init: URL;
  readonly segments: URL[];
}

/** `get` replaces fetch. */
export async function addresses(
  url: string,
  hls: string,
  get: (url: URL) => Promise<Response> = fetch,
): Promise<Addresses> {
  const master = new URL(hls, url);
  const masterText = await text(await get(master), master);
  const variantPath = masterText.split('\n').find((line) => line !== '' && !line.startsWith('#')) ?? '';
  const variant = new URL(variantPath.trim(), master);
  const playlist = await text(await get(variant), variant);
  const attribute = (tag: string) => new RegExp(`^#${tag}:.*URI="([^"]+)"`, 'm').exec(playlist)?.[1] ?? '';
  expect(playlist).toContain('METHOD=AES-128');
  expect(playlist).toContain('#EXT-X-ENDLIST');
  return {
    master,
    variant,
    key: new URL(attribute('EXT-X-KEY'), variant),
    init: new URL(attribute('EXT-X-MAP'), variant),
    segments: playlist
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.startsWith('#'))
      .map((line) => new URL(line.trim(), variant)),
  };
}

async function text(answer: Response, url: URL): Promise<string> {
  expect(answer.status, url.pathname.replace(/\/media\/[^/]+/, '/media/…')).toBe(200);
  expect(answer.headers.get('content-type')).toContain('application/vnd.apple.mpegurl');
  return answer.text();
}
