// Every row that changes something, asked twice with one key: it happens once, and the answer is the same.
import { randomUUID } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { ask, makeRequest } from '../../harness/authorization/matrix.ts';
import { nameOf, readRoutes, type Route } from '../../harness/authorization/routes.ts';
import { openWorld, type OpenWorld } from '../../harness/authorization/world.ts';
import { MediaFolder, readyAsset, setVideos } from '../../harness/media.ts';

const KEYED = readRoutes().filter((route) => route.keyed);

/** These end the session that makes them, so that it cannot ask again. */
const ENDS_ITS_SESSION = [
  'POST /api/cm/auth/logout',
  'PUT /api/cm/auth/end-session',
  'POST /api/auth/logout',
  'PUT /api/user/end-session',
];

let open: OpenWorld;
let media: MediaFolder;

beforeAll(async () => {
  media = await MediaFolder.create();
  open = await openWorld({
    async video(manager) {
      const { _id } = await readyAsset(manager, await media.mp4('lesson.mp4', 6));
      return { assetId: _id, dress: (course) => setVideos(manager, course, [_id]) };
    },
  });
});

afterAll(async () => {
  await open?.close();
  await media?.remove();
});

/** Prepares a row's request, and returns what sends it with a key. */
async function sender(route: Route): Promise<{ send: (key: string) => ReturnType<typeof ask>; status: number }> {
  const { world, cluster } = open;
  const request = await makeRequest(world, route);
  const caller = request.caller ?? (route.access === 'learner' ? world.learner : world.manager);
  const token: Record<string, string> = route.access === 'public' ? {} : { authorization: `Bearer ${caller.token}` };
  return {
    send: (key) => ask(cluster.url, route, request, { ...token, 'idempotency-key': key }),
    status: request.status ?? route.success,
  };
}

describe.each(KEYED.map((route) => ({ name: nameOf(route), route })))('$name', ({ name, route }) => {
  test('asked again with its key is answered again and not done again', async () => {
    const { send, status } = await sender(route);
    const key = randomUUID();
    const first = await send(key);
    expect(first.status).toBe(status);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const second = await send(key);
    if (ENDS_ITS_SESSION.includes(name)) {
      expect(second.status).toBe(401);
      return;
    }
    expect(second.status).toBe(status);
    if (status >= 400) return;
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('set-cookie')).toBe(first.headers.get('set-cookie'));
  });
});

test('what only reads takes no key, and everything else does', () => {
  const names = KEYED.map(nameOf);
  expect(names).toContain('POST /api/cm/user/create-user');
  expect(names).toContain('PUT /api/cm/user-course/bulk-assign');
  expect(names.filter((name) => /\/(fetch|check|export)/.test(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(50);
});
