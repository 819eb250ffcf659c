// What uploads and encoding survive: a cut connection, a killed edge, a killed catalog, each in the middle.
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { Upload, type UploadOptions } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { firstManager, type Api } from '../../harness/api.ts';
import { Cluster, isAlive } from '../../harness/cluster.ts';
import { HoldingProxy } from '../../harness/servers/holding-proxy.ts';
import { assetIdOf, fetchAsset, MediaFolder, processed } from '../../harness/media.ts';
import { until } from '../../harness/until.ts';

let cluster: Cluster;
let media: MediaFolder;
let manager: Api;
let video: Buffer;

beforeAll(async () => {
  media = await MediaFolder.create();
  // Large enough that socket buffers and pipes hold only a part of it.
  video = await readFile(await media.mp4('lesson.mp4', 30, '1280x720'));
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
});

/** The real tus client, with the whole file in one request; records the offsets at which it resumed. */
function upload(url: string, options: Partial<UploadOptions> = {}) {
  const offsets: number[] = [];
  let finish: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  done.catch(() => {
    // Callers that await `done` see the error; an aborted upload has none.
  });
  const client = new Upload(video, {
    endpoint: `${url}/api/cm/media/uploads`,
    headers: { Authorization: `Bearer ${manager.token ?? ''}` },
    metadata: { filename: 'lesson.mp4', filetype: 'video/mp4' },
    retryDelays: [100, 200, 400, 800, 1600, 3200, 6400, 6400],
    onBeforeRequest: (request) => {
      if (request.getMethod() === 'PATCH') offsets.push(Number(request.getHeader('Upload-Offset')));
    },
    onSuccess: () => finish(),
    onError: (error) => fail(error),
    ...options,
  });
  client.start();
  return { client, done, offsets };
}

const storedFile = (id: string) => readFile(join(cluster.data, 'catalog', 'uploads', id));

async function storedSize(id: string): Promise<number> {
  return (await stat(join(cluster.data, 'catalog', 'uploads', id))).size;
}

describe('an upload resumes at its last stored byte', () => {
  const half = () => Math.floor(video.length / 2);

  const faults: Record<string, (proxy: HoldingProxy) => Promise<void>> = {
    'after its connection was cut': async (proxy) => proxy.cut(),
    'after the edge was killed': async (proxy) => {
      await cluster.kill('edge');
      proxy.cut();
    },
    'after catalog was killed': async (proxy) => {
      await cluster.kill('catalog');
      proxy.cut();
    },
  };
  for (const [name, strike] of Object.entries(faults)) {
    test(name, async () => {
      const proxy = await HoldingProxy.start(cluster.port);
      try {
        const held = proxy.holdAfter(half());
        const { client, done, offsets } = upload(proxy.url);
        await held;
        const id = assetIdOf(client);
        const stored = await until('bytes to be stored', () => storedSize(id));
        await strike(proxy);
        await done;
        // The first request, and the one that resumed; some between them may have failed at once.
        expect(offsets[0]).toBe(0);
        expect(offsets.at(-1)).toBeGreaterThanOrEqual(stored);
        const asset = await processed(manager, id);
        expect(asset).toMatchObject({ status: 'ready', size: video.length, width: 1280 });
        expect(asset.duration).toBeCloseTo(30, 0);
      } finally {
        await proxy.close();
      }
    });
  }

  test('with every byte in its place', async () => {
    const proxy = await HoldingProxy.start(cluster.port);
    try {
      const first = proxy.holdAfter(half());
      const { client, done } = upload(proxy.url);
      await first;
      const id = assetIdOf(client);
      const before = await until('bytes to be stored', () => storedSize(id));
      // Until it is back, what the client sends is refused, and the next bytes held would be of that.
      await cluster.restart('catalog');
      const second = proxy.holdAfter(Math.floor(half() / 2));
      proxy.cutOnly();
      await second;
      await until('more bytes', async () => (await storedSize(id)) > before);
      const bytes = await storedFile(id);
      expect(bytes.equals(video.subarray(0, bytes.length))).toBe(true);
      proxy.cut();
      await done;
    } finally {
      await proxy.close();
    }
  });
});

describe('the real tus client', () => {
  test('sends the first bytes with the creation', async () => {
    const { client, done, offsets } = upload(cluster.url, { uploadDataDuringCreation: true });
    await done;
    expect(offsets).toEqual([]);
    expect((await processed(manager, assetIdOf(client))).status).toBe('ready');
  });

  test('sends the length at the end', async () => {
    const { client, done } = upload(cluster.url, { uploadLengthDeferred: true, chunkSize: 1024 * 1024 });
    await done;
    expect(await processed(manager, assetIdOf(client))).toMatchObject({ status: 'ready', size: video.length });
  });

  test('terminates its upload, and nothing of it remains', async () => {
    const proxy = await HoldingProxy.start(cluster.port);
    try {
      const held = proxy.holdAfter(1024 * 1024);
      const { client } = upload(proxy.url);
      await held;
      const id = assetIdOf(client);
      await until('bytes to be stored', () => storedSize(id));
      proxy.cut();
      await client.abort(true);
      await expect(storedSize(id)).rejects.toThrow();
      expect((await manager.post('/api/cm/media/fetch-asset', { assetId: id })).status).toBe(404);
    } finally {
      await proxy.close();
    }
  });

  test('does two uploads at once, each with its own bytes', async () => {
    const uploads = [upload(cluster.url, { chunkSize: 512 * 1024 }), upload(cluster.url, { chunkSize: 300 * 1024 })];
    await Promise.all(uploads.map(({ done }) => done));
    for (const { client } of uploads) {
      expect(await processed(manager, assetIdOf(client))).toMatchObject({ status: 'ready', size: video.length });
    }
  });
});

describe('processing', () => {
  test(
    'a catalog killed while it encodes does so again, and its ffmpeg is gone with it',
    { timeout: 240_000 },
    async () => {
      video = await readFile(await media.vp9('lesson.webm', 10));
      const { client, done } = upload(cluster.url, { metadata: { filename: 'lesson.webm', filetype: 'video/webm' } });
      await done;
      const id = assetIdOf(client);
      const ffmpeg = await until('the encoder', async () => {
        const asset = await fetchAsset(manager, id);
        return asset.status === 'processing' ? encoderOf(await cluster.pidOf('catalog')) : undefined;
      });
      await cluster.kill('catalog');
      await until('the encoder to be gone', async () => !(await isAlive(ffmpeg)));
      expect(await processed(manager, id)).toMatchObject({ status: 'ready', width: 1280, height: 720 });
      const asset = await until(
        'the end of processing',
        async () => {
          const found = await fetchAsset(manager, id);
          return found.progress === 100 ? found : undefined;
        },
        120_000,
      );
      expect(asset.renditions.map(({ height }) => height)).toEqual([240, 360, 720]);
      await until('its folder to go', async () => (await readdir(join(cluster.data, 'catalog', 'jobs'))).length === 0);
    },
  );
});

/** The process id of an ffmpeg that a process runs. */
async function encoderOf(parent: number): Promise<number | undefined> {
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // `123 (ffmpeg) S 45 ...`
    if (status.startsWith(`${name} (ffmpeg) `) && status.split(') ')[1]?.split(' ')[1] === String(parent)) {
      return Number(name);
    }
  }
  return undefined;
}
