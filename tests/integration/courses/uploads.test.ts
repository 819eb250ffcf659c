import { createHash } from 'node:crypto';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { DetailedError } from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, assign, firstManager, newCourse, newLearner, signIn, type MyCourse } from '../../harness/api.ts';
import { Cluster } from '../../harness/cluster.ts';
import {
  assetIdOf,
  fetchAsset,
  MediaFolder,
  processed,
  readyAsset,
  setVideos,
  startUpload,
  type UploadControl,
} from '../../harness/media.ts';
import { RawConnection } from '../../harness/raw.ts';
import { until } from '../../harness/until.ts';

const ENDPOINT = '/api/cm/media/uploads';
const MIB = 1024 * 1024;
// How many uploads run at once in one test.
const AT_ONCE = 8;

let cluster: Cluster;
let media: MediaFolder;
let manager: Api;
let video: string;

beforeAll(async () => {
  media = await MediaFolder.create();
  video = await media.mp4('lesson.mp4', 20);
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
  manager = (await firstManager(cluster.url)).api;
});

afterAll(async () => {
  await cluster?.stop();
  await media?.remove();
});

/** A tus request by hand. */
function tus(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer>,
): Promise<Response> {
  return fetch(new URL(path, cluster.url), {
    method,
    headers: { authorization: `Bearer ${manager.token}`, 'tus-resumable': '1.0.0', ...headers },
    ...(body === undefined ? {} : { body }),
  });
}

async function create(length: number): Promise<string> {
  const metadata = `filename ${btoa('x.mp4')},filetype ${btoa('video/mp4')}`;
  const answer = await tus('POST', ENDPOINT, { 'upload-length': String(length), 'upload-metadata': metadata });
  expect(answer.status).toBe(201);
  return answer.headers.get('location') ?? '';
}

const PATCH = { 'content-type': 'application/offset+octet-stream' };

describe('uploads', () => {
  test('a video uploaded by the tus client becomes ready, with its size and duration', async () => {
    const asset = await readyAsset(manager, video);
    expect(asset).toMatchObject({ filename: 'lesson.mp4', status: 'ready', error: null, width: 640, height: 360 });
    expect(asset.duration).toBeCloseTo(20, 0);
    expect(asset.size).toBe((await stat(video)).size);
    const course = await setVideos(manager, await newCourse(manager, 'With a video', ['one']), [asset._id]);
    expect(course.parts[0]).toMatchObject({ video: { assetId: asset._id, status: 'ready' } });
    expect(course.parts[0]?.duration).toBeCloseTo(20, 0);
  });

  test('a video is ready at once in its own size, and gets smaller ones while it can be watched', async () => {
    const asset = await readyAsset(manager, await media.mp4('large.mp4', 8, '1280x720'));
    expect(asset.renditions.map(({ height }) => height)).toContain(720);
    const whole = await until('the smaller sizes', async () => {
      const found = await fetchAsset(manager, asset._id);
      expect(found.status).toBe('ready');
      return found.progress === 100 ? found : undefined;
    });
    expect(whole.renditions.map(({ height }) => height)).toEqual([240, 360, 720]);
    expect(whole.renditions[0]?.bitrate).toBeLessThan(whole.renditions[1]?.bitrate ?? 0);
    const learner = await newLearner(manager);
    const course = await setVideos(manager, await newCourse(manager, 'Sizes', ['one']), [asset._id]);
    await assign(manager, course._id, learner._id);
    const session = await signIn(cluster.url, learner.email);
    const open = { courseId: course._id };
    const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', open);
    const playback = Object.values(result.playback)[0];
    const master = new URL(playback?.hls ?? '', cluster.url);
    const variants = (await (await fetch(master)).text()).split('\n').filter((line) => /^[^#]/.test(line));
    expect(variants).toEqual(['v0/index.m3u8', 'v1/index.m3u8', 'v2/index.m3u8']);
    for (const variant of variants) {
      const playlist = await fetch(new URL(variant, master));
      expect(playlist.status).toBe(200);
      const init = await fetch(new URL(`${variant}/../init.mp4`, master));
      expect(init.headers.get('content-type')).toBe('video/mp4');
    }
    const sprite = await fetch(new URL(playback?.thumbnails ?? '', cluster.url));
    expect(await sprite.text()).toMatch(/^WEBVTT/);
  });

  test('an interrupted upload resumes at the last byte stored, after a restart of catalog and edge', async () => {
    const { size } = await stat(video);
    let sent = 0;
    const first: UploadControl = await startUpload(manager, video, {
      onChunkComplete: (_, bytes) => {
        sent = bytes;
        // Here, since a quick machine would send the rest while somebody else looks.
        if (sent >= 512 * 1024) void first.upload.abort();
      },
    });
    await until('two chunks', () => sent >= 512 * 1024);
    await first.upload.abort();
    const url = first.upload.url ?? '';
    await cluster.kill('catalog');
    await cluster.restart('edge');
    const head = await until('the upload', async () => {
      const answer = await tus('HEAD', url);
      return answer.status === 200 ? answer : undefined;
    });
    const offset = Number(head.headers.get('upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(sent);
    expect(offset).toBeLessThan(size);
    expect(head.headers.get('cache-control')).toContain('no-store');
    let resumedFrom = -1;
    const second = await startUpload(manager, video, {
      uploadUrl: url,
      onProgress: (bytes) => {
        if (resumedFrom < 0) resumedFrom = bytes;
      },
    });
    await second.done;
    expect(resumedFrom).toBeGreaterThanOrEqual(offset);
    expect(assetIdOf(second.upload)).toBe(assetIdOf(first.upload));
    expect((await processed(manager, assetIdOf(second.upload))).status).toBe('ready');
  });

  test('the server announces its capabilities', async () => {
    const answer = await tus('OPTIONS', ENDPOINT);
    expect([200, 204]).toContain(answer.status);
    expect(answer.headers.get('tus-version')).toBe('1.0.0');
    const extensions = answer.headers
      .get('tus-extension')
      ?.split(',')
      .map((name) => name.trim());
    expect(extensions).toEqual(
      expect.arrayContaining(['creation', 'creation-with-upload', 'checksum', 'termination', 'expiration']),
    );
    expect(answer.headers.get('tus-checksum-algorithm')?.split(',')).toEqual(
      expect.arrayContaining(['sha1', 'sha256']),
    );
    expect(Number(answer.headers.get('tus-max-size'))).toBe(8 * 1024 ** 3);
  });

  test('bytes at a wrong offset are 409, of a wrong type 415, of another protocol version 412', async () => {
    const url = await create(100);
    const body = new Uint8Array(10);
    expect((await tus('PATCH', url, { ...PATCH, 'upload-offset': '5' }, body)).status).toBe(409);
    expect((await tus('PATCH', url, { 'content-type': 'text/plain', 'upload-offset': '0' }, body)).status).toBe(415);
    expect((await tus('HEAD', url, { 'tus-resumable': '0.2.2' })).status).toBe(412);
    const stored = await tus('PATCH', url, { ...PATCH, 'upload-offset': '0' }, body);
    expect(stored.status).toBe(204);
    expect(stored.headers.get('upload-offset')).toBe('10');
    expect(stored.headers.get('upload-expires')).not.toBeNull();
  });

  test('bytes that catalog does not accept are not kept in memory: the client has to wait', async () => {
    const edge = await cluster.pidOf('edge');
    const catalog = await cluster.pidOf('catalog');
    const heldBytes = async () =>
      Number(/RssAnon:\s+(\d+) kB/.exec(await readFile(`/proc/${edge}/status`, 'utf8'))?.[1]) * 1024;
    const offer = async (size: number) => {
      const path = new URL(await create(size), cluster.url).pathname;
      const connection = await RawConnection.open(cluster.port);
      await connection.send(
        `PATCH ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${manager.token}\r\nTus-Resumable: 1.0.0\r\n` +
          `Content-Type: ${PATCH['content-type']}\r\nUpload-Offset: 0\r\nContent-Length: ${size}\r\n\r\n`,
      );
      return connection;
    };
    const offerAll = (size: number) => Promise.all(Array.from({ length: AT_ONCE }, () => offer(size)));
    // Memory that the edge keeps after it has had that many uploads at once.
    for (const connection of await offerAll(4 * MIB)) {
      await connection.send(Buffer.alloc(4 * MIB));
      expect((await connection.answers())[0]?.status).toBe(204);
      connection.destroy();
    }
    const connections = await offerAll(64 * MIB);
    process.kill(catalog, 'SIGSTOP');
    try {
      const before = await heldBytes();
      const chunk = Buffer.alloc(64 * 1024);
      const fill = async (connection: RawConnection) => {
        while (connection.written < 64 * MIB && (await connection.send(chunk)));
      };
      for (const connection of connections) void fill(connection);
      // Bytes accepted by the kernel; when they stop growing, nobody is reading.
      const taken = () => connections.reduce((sum, { written }) => sum + written, 0);
      let last = -1;
      let still = 0;
      await until('the edge to stop reading', () => {
        still = taken() === last ? still + 1 : 0;
        last = taken();
        return still === 40;
      });
      expect(last).toBeLessThan(AT_ONCE * 32 * MIB);
      expect((await heldBytes()) - before).toBeLessThan(AT_ONCE * MIB);
    } finally {
      process.kill(catalog, 'SIGCONT');
      for (const connection of connections) connection.destroy();
    }
    await cluster.ready();
  });

  test('a wrong checksum stores nothing', async () => {
    const url = await create(100);
    const body = new Uint8Array(50).fill(7);
    const wrong = `sha256 ${createHash('sha256').update('other').digest('base64')}`;
    expect((await tus('PATCH', url, { ...PATCH, 'upload-offset': '0', 'upload-checksum': wrong }, body)).status).toBe(
      460,
    );
    expect((await tus('HEAD', url)).headers.get('upload-offset')).toBe('0');
    const unknown = { ...PATCH, 'upload-offset': '0', 'upload-checksum': 'crc32 AAAAAA==' };
    expect((await tus('PATCH', url, unknown, body)).status).toBe(400);
    const right = `sha1 ${createHash('sha1').update(body).digest('base64')}`;
    expect((await tus('PATCH', url, { ...PATCH, 'upload-offset': '0', 'upload-checksum': right }, body)).status).toBe(
      204,
    );
  });

  test('a terminated upload is gone', async () => {
    const url = await create(100);
    expect((await tus('DELETE', url)).status).toBe(204);
    expect([404, 410]).toContain((await tus('HEAD', url)).status);
    expect([404, 410]).toContain((await tus('DELETE', url)).status);
  });

  test('a length above the maximum is refused before the first byte', async () => {
    expect((await tus('POST', ENDPOINT, { 'upload-length': String(9 * 1024 ** 3) })).status).toBe(413);
  });

  test('an upload cannot grow beyond its length', async () => {
    const url = await create(10);
    const answer = await tus('PATCH', url, { ...PATCH, 'upload-offset': '0' }, new Uint8Array(11));
    expect([400, 413]).toContain(answer.status);
  });

  test('only managers upload', async () => {
    const learner = await signIn(cluster.url, (await newLearner(manager)).email);
    for (const [token, status] of [
      [learner.token, 403],
      ['none', 401],
    ] as const) {
      const refused = await fetch(cluster.url + ENDPOINT, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'tus-resumable': '1.0.0', 'upload-length': '10' },
      });
      expect(refused.status).toBe(status);
    }
    const client = await startUpload(new Api(cluster.url), video, { retryDelays: [] });
    await expect(client.done).rejects.toBeInstanceOf(DetailedError);
  });
});

describe('processing', () => {
  async function failure(name: string, content: string | Buffer): Promise<string> {
    const file = join(media.path, name);
    await writeFile(file, content);
    const { upload, done } = await startUpload(manager, file);
    await done;
    const asset = await processed(manager, assetIdOf(upload));
    expect(asset.status).toBe('failed');
    expect((await fetchAsset(manager, asset._id)).renditions).toEqual([]);
    return asset.error ?? '';
  }

  test('a text is not a video, and the reason says so', async () => {
    expect(await failure('notes.mp4', 'These are my notes.\n'.repeat(100))).toMatch(/not a video/i);
  });

  test('a playlist that refers to a file on the server reads nothing', async () => {
    const text = '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n/etc/passwd\n#EXT-X-ENDLIST\n';
    expect(await failure('list.mp4', text)).not.toContain('root:');
  });

  test('a truncated video fails or plays as far as it goes, and nothing hangs', async () => {
    const handle = await open(video);
    const { buffer } = await handle.read(Buffer.alloc(200_000), 0, 200_000, 0);
    await handle.close();
    expect(await failure('cut.mp4', buffer)).not.toBe('');
    expect((await readFile(video)).byteLength).toBeGreaterThan(200_000);
  });
});

describe('captions', () => {
  const SRT = '1\r\n00:00:01,000 --> 00:00:02,000\r\nمرحبا\r\n';
  // The same in windows-1256.
  const SRT_1256 = Buffer.concat([
    Buffer.from('1\r\n00:00:01,000 --> 00:00:02,000\r\n'),
    Buffer.from([0xe3, 0xd1, 0xcd, 0xc8, 0xc7]),
    Buffer.from('\r\n'),
  ]);
  const VTT = 'WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n';

  interface Track {
    lang: string;
    label: string;
    default: boolean;
    version: string;
  }

  function form(assetId: string, lang: string, content: string | Buffer<ArrayBuffer>, more = {}): FormData {
    const filled = new FormData();
    const fields = { assetId, lang, label: `captions in ${lang}`, ...more };
    for (const [name, value] of Object.entries(fields)) filled.set(name, String(value));
    filled.set('file', new File([content], 'captions.srt'));
    return filled;
  }

  async function put(
    assetId: string,
    lang: string,
    content: string | Buffer<ArrayBuffer>,
    more = {},
  ): Promise<Track[]> {
    type Answer = { result: { captions: Track[] } };
    const sent = form(assetId, lang, content, more);
    return (await manager.must<Answer>('POST', '/api/cm/media/upload-captions', sent)).result.captions;
  }

  const defaults = (tracks: Track[]) => tracks.filter((track) => track.default).map((track) => track.lang);

  test('several languages, in both encodings, one of them the default', async () => {
    const asset = await readyAsset(manager, video);
    expect(defaults(await put(asset._id, 'en', VTT))).toEqual(['en']);
    expect(defaults(await put(asset._id, 'ar', SRT_1256))).toEqual(['en']);
    const tracks = await put(asset._id, 'ar-EG', SRT, { default: true });
    expect(tracks.map(({ lang }) => lang)).toEqual(['ar', 'ar-EG', 'en']);
    expect(defaults(tracks)).toEqual(['ar-EG']);

    const learner = await newLearner(manager);
    const course = await setVideos(manager, await newCourse(manager, 'Captions', ['one']), [asset._id]);
    await assign(manager, course._id, learner._id);
    const session = await signIn(cluster.url, learner.email);
    const open = { courseId: course._id };
    const { result } = await session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', open);
    const captions = Object.values(result.playback)[0]?.captions ?? [];
    expect(captions.map((track) => [track.lang, track.default])).toEqual([
      ['ar', false],
      ['ar-EG', true],
      ['en', false],
    ]);
    const texts = await Promise.all(
      captions.map(async (track) => (await fetch(new URL(track.url, cluster.url))).text()),
    );
    expect(texts[0]).toBe('WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nمرحبا\n');
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).toContain('hello');

    const body = { assetId: asset._id, lang: 'ar-EG' };
    type Answer = { result: { captions: Track[] } };
    const left = await manager.must<Answer>('DELETE', '/api/cm/media/delete-captions', body);
    expect(defaults(left.result.captions)).toEqual(['ar']);
  });

  test('captions that the caller has not seen are not replaced', async () => {
    const asset = await readyAsset(manager, video);
    const [first] = await put(asset._id, 'ar', SRT, { version: '' });
    type Answer = { result: { captions: Track[] } };
    const late = await manager.post<Answer>(
      '/api/cm/media/upload-captions',
      form(asset._id, 'ar', SRT_1256, { version: '' }),
    );
    expect(late).toMatchObject({ status: 409, body: { code: 'changed_meanwhile' } });
    expect(late.body.result.captions).toEqual([first]);
    const [second] = await put(asset._id, 'ar', SRT_1256, { version: first?.version });
    expect(second?.version).not.toBe(first?.version);
    // Without a version the last one wins.
    await put(asset._id, 'ar', SRT);
  });
});
