// Real videos and pictures made by ffmpeg, and their upload with the real tus client.
import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

import { Upload, type UploadOptions } from 'tus-js-client';

import { assign, newCourse, newLearner, signIn, type Api, type Asset, type Course, type Learner } from './api.ts';
import { makeFilm } from './film.mjs';
import { until } from './until.ts';

const run = promisify(execFile);

/** Videos are processed at low priority, which takes long on a busy machine. */
const LONGEST_MS = 100_000;

/** A temporary folder with media made on demand. */
export class MediaFolder {
  private constructor(readonly path: string) {}

  static async create(): Promise<MediaFolder> {
    return new MediaFolder(await mkdtemp(join(tmpdir(), 'academy-media-')));
  }

  /** H.264 and AAC in MP4: what processing remuxes. */
  mp4(name: string, seconds: number, size = '640x360'): Promise<string> {
    return makeFilm(join(this.path, name), { size, seconds });
  }

  /** VP9 and Opus in WebM, 720 lines: what processing encodes. */
  vp9(name: string, seconds: number): Promise<string> {
    const video = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1'];
    return makeFilm(join(this.path, name), { size: '1280x720', seconds, coding: [...video, '-c:a', 'libopus'] });
  }

  async picture(name: string, size = '1280x720'): Promise<string> {
    const file = join(this.path, name);
    const source = ['-f', 'lavfi', '-i', `testsrc2=size=${size}`];
    await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...source, '-frames:v', '1', file]);
    return file;
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }
}

export async function fileBlob(path: string, type: string): Promise<File> {
  return new File([await readFile(path)], basename(path), { type });
}

export interface UploadControl {
  readonly upload: Upload;
  /** Resolves when the upload succeeds. */
  readonly done: Promise<void>;
}

/** Starts an upload of a file by the tus client. */
export async function startUpload(
  manager: Api,
  file: string,
  options: Partial<UploadOptions> = {},
): Promise<UploadControl> {
  const { size } = await stat(file);
  let finish: () => void = () => {};
  let fail: (error: Error) => void = () => {};
  const done = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  done.catch(() => {
    // Callers that await `done` see the error; an aborted upload has none.
  });
  const upload = new Upload(createReadStream(file), {
    endpoint: `${manager.url}/api/cm/media/uploads`,
    headers: { Authorization: `Bearer ${manager.token ?? ''}` },
    uploadSize: size,
    chunkSize: 256 * 1024,
    metadata: { filename: basename(file), filetype: 'video/mp4' },
    retryDelays: [0, 100, 200, 400, 800, 1600, 3200],
    onSuccess: () => finish(),
    onError: (error) => fail(error),
    ...options,
  });
  upload.start();
  return { upload, done };
}

/** The asset's id: the last segment of the upload's address. */
export function assetIdOf(upload: Upload): string {
  const id = upload.url?.split('/').at(-1);
  if (id === undefined) throw new Error('the upload has no address yet');
  return id;
}

export async function fetchAsset(manager: Api, assetId: string): Promise<Asset> {
  return (await manager.must<{ result: Asset }>('POST', '/api/cm/media/fetch-asset', { assetId })).result;
}

/** Waits until processing has succeeded or failed. */
export async function processed(manager: Api, assetId: string, limitMs = LONGEST_MS): Promise<Asset> {
  return until(
    `processing of ${assetId}`,
    async () => {
      const asset = await fetchAsset(manager, assetId);
      return asset.status === 'ready' || asset.status === 'failed' ? asset : undefined;
    },
    limitMs,
  );
}

/** Uploads a file and waits until it is ready with its thumbnails and in all sizes. */
export async function readyAsset(manager: Api, file: string): Promise<Asset> {
  const { upload, done } = await startUpload(manager, file);
  await done;
  const asset = await processed(manager, assetIdOf(upload));
  if (asset.status !== 'ready') throw new Error(`processing failed: ${asset.error}`);
  return until(
    'the end of processing',
    async () => {
      const whole = await fetchAsset(manager, asset._id);
      return whole.progress === 100 ? whole : undefined;
    },
    LONGEST_MS,
  );
}

/** Gives a course's parts these assets as their videos, in order. */
export async function setVideos(manager: Api, course: Course, assetIds: readonly string[]): Promise<Course> {
  const parts = course.parts.map((part, index) => {
    const assetId = assetIds[index];
    return { _id: part._id, title: part.title, ...(assetId === undefined ? {} : { video: { assetId } }) };
  });
  const body = { courseId: course._id, parts };
  return (await manager.must<{ result: Course }>('PUT', '/api/cm/course/update-course', body)).result;
}

/** A course with one lesson, and a learner of it, signed in, who has watched the beginning. */
export async function watchedCourse(
  url: string,
  manager: Api,
  file: string,
): Promise<{ course: Course; learner: Learner; session: Api }> {
  const asset = await readyAsset(manager, file);
  const course = await setVideos(manager, await newCourse(manager, 'Kept', ['one']), [asset._id]);
  const learner = await newLearner(manager);
  await assign(manager, course._id, learner._id);
  const session = await signIn(url, learner.email);
  await session.must('PUT', '/api/user-course/update-progress', {
    courseId: course._id,
    partId: course.parts[0]?._id,
    position: 5,
    watched: [[0, 5]],
  });
  return { course, learner, session };
}
