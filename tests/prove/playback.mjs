// Plays a video as a player does, without showing it.
import { settled } from './calls.mjs';

/** What is wrong with it; undefined if every file that its playlists name is there. */
export async function fault(calls, token, assetId) {
  const request = { method: 'POST', path: '/api/cm/media/fetch-preview', body: { assetId }, token };
  const { status, body } = await settled(() => calls.once(request));
  if (status !== 200) return `${status} ${body.code}`;
  const waiting = [new URL(body.result.hls, calls.url)];
  while (waiting.length > 0) {
    const address = waiting.pop();
    const answer = await settled(() => fetch(address));
    const bytes = Buffer.from(await answer.arrayBuffer());
    const name = address.pathname.split('/').slice(3).join('/');
    if (answer.status !== 200 || bytes.length === 0) return `${name}: ${answer.status}, ${bytes.length} bytes`;
    if (!name.endsWith('.m3u8')) continue;
    const text = bytes.toString();
    const named = [...text.matchAll(/URI="([^"]+)"/g)].map(([, uri]) => uri);
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    waiting.push(...[...named, ...lines].map((uri) => new URL(uri, address)));
  }
  return undefined;
}
