// What people do with the new academy, as they reach it: through HAProxy, over TLS, by the academy's name.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { Upload } from 'tus-js-client';

import { until } from '../cluster/until.mjs';
import { makeFilm } from '../harness/film.mjs';

export const URL_OF_ALL = 'https://academy.example';
const PASSWORD = 'A-long-password-1';
export const MANAGER = { email: 'first@academy.example', password: PASSWORD };
const PROCESSED_MS = 180_000;
const ATTEMPTS = 60;
const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The certificate of the academy's name, and its key. */
export const certificateIn = (folder) => [`${folder}/academy.crt`, `${folder}/academy.key`];

/** Makes it. A process believes it that is started with it in NODE_EXTRA_CA_CERTS. */
export function makeCertificate(folder) {
  const [certificate, key] = certificateIn(folder);
  const name = ['-subj', '/CN=academy.example', '-addext', 'subjectAltName=DNS:academy.example'];
  const words = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    ...name,
    '-keyout',
    key,
    '-out',
    certificate,
  ];
  execFileSync('openssl', words, { stdio: 'ignore' });
  return certificate;
}

/** Calls, and repeats what is not available for a moment. Returns the JSON body. */
export async function call(method, path, body, token, attempts = ATTEMPTS) {
  const form = body instanceof FormData;
  const headers = {
    // Whatever is repeated is done once.
    'idempotency-key': randomUUID(),
    ...(token && { authorization: `Bearer ${token}` }),
    ...(!form && { 'content-type': 'application/json' }),
  };
  for (;;) {
    const request = {
      method,
      headers,
      body: form ? body : JSON.stringify(body ?? {}),
      signal: AbortSignal.timeout(20_000),
    };
    const answer = await fetch(URL_OF_ALL + path, request).catch((error) => ({
      status: 503,
      text: () => String(error.cause ?? error),
    }));
    const text = await answer.text();
    if (answer.status === 200 || answer.status === 201) return JSON.parse(text);
    if (answer.status !== 503 || attempts <= 1) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    attempts -= 1;
    await pause(1000);
  }
}

export class Journey {
  constructor(folder) {
    this.film = `${folder}/film.mp4`;
  }

  /** The first manager. */
  async signUp(setupCode) {
    await call('PUT', '/api/cm/auth/signup', { ...MANAGER, fullname: 'First Manager', setupCode });
    await this.managerSignsIn();
  }

  async managerSignsIn() {
    this.manager = (await call('POST', '/api/cm/auth/login', MANAGER)).token;
  }

  /** A course with a lesson, a learner of it, and the lesson's video. */
  async teach() {
    const form = new FormData();
    for (const [name, value] of [
      ['title', 'Algebra'],
      ['description', 'A course'],
      ['parts', '[{"title":"One"}]'],
    ])
      form.set(name, value);
    this.course = (await call('PUT', '/api/cm/course/create-course', form, this.manager)).result;
    const learner = { email: 'learner@academy.example', password: PASSWORD };
    const body = { ...learner, fullname: 'ليلى', phonenumber: '+966500000000', address: 'الرياض' };
    const { _id } = (await call('POST', '/api/cm/user/create-user', body, this.manager)).result;
    const dates = { startDate: day(-1), expiryDate: day(30) };
    await call(
      'PUT',
      '/api/cm/user-course/assign-user-course',
      { courseId: this.course._id, userIds: [_id], ...dates },
      this.manager,
    );
    const assetId = await this.#upload();
    const fetchAsset = async () => (await call('POST', '/api/cm/media/fetch-asset', { assetId }, this.manager)).result;
    const asset = await until(
      'the processing of a video',
      async () => {
        const { status, progress, error } = await fetchAsset();
        return (status === 'ready' && progress === 100) || status === 'failed' ? { status, error } : undefined;
      },
      PROCESSED_MS,
      500,
    );
    if (asset.status !== 'ready') throw new Error(`The video was not processed: ${asset.error}`);
    const parts = [{ _id: this.course.parts[0]._id, title: 'One', video: { assetId } }];
    await call('PUT', '/api/cm/course/update-course', { courseId: this.course._id, parts }, this.manager);
    await this.signIn();
  }

  /** The learner signs in. */
  async signIn() {
    const learner = { email: 'learner@academy.example', password: PASSWORD };
    this.learner = (await call('POST', '/api/auth/login', learner)).clientToken;
  }

  async #upload() {
    await makeFilm(this.film, { size: '320x180', seconds: 8 });
    return new Promise((resolve, reject) => {
      const upload = new Upload(createReadStream(this.film), {
        endpoint: `${URL_OF_ALL}/api/cm/media/uploads`,
        headers: { Authorization: `Bearer ${this.manager}` },
        uploadSize: statSync(this.film).size,
        chunkSize: 256 * 1024,
        metadata: { filename: 'film.mp4', filetype: 'video/mp4' },
        onSuccess: () => resolve(upload.url.split('/').at(-1)),
        onError: reject,
      });
      upload.start();
    });
  }

  /** The learner plays the video to its end, as a player does. Returns the bytes. */
  async play(attempts = ATTEMPTS) {
    const path = '/api/user-course/fetch-course';
    const { result } = await call('POST', path, { courseId: this.course._id }, this.learner);
    const { hls } = result.playback[this.course.parts[0]._id];
    const master = new URL(hls, URL_OF_ALL);
    const lines = async (url) =>
      (await bytesOf(url, attempts))
        .toString()
        .split('\n')
        .filter((line) => line.trim() !== '');
    const isAddress = (line) => !line.startsWith('#');
    const [variant] = (await lines(master)).filter(isAddress).map((line) => new URL(line.trim(), master));
    const playlist = await lines(variant);
    const named = playlist.flatMap((line) => /URI="([^"]+)"/.exec(line)?.[1] ?? []);
    let sum = 0;
    for (const each of [...named, ...playlist.filter(isAddress)])
      sum += (await bytesOf(new URL(each.trim(), variant), attempts)).length;
    if (sum < 10_000) throw new Error(`A video of ${sum} bytes`);
    return sum;
  }

  /** A change that has to be there afterwards. */
  async rename(title) {
    await call('PUT', '/api/cm/course/update-course', { courseId: this.course._id, title }, this.manager);
  }

  async title() {
    return (await call('POST', '/api/cm/course/fetch-course', { courseId: this.course._id }, this.manager)).result
      .title;
  }
}

async function bytesOf(url, most) {
  for (let attempts = most; ; --attempts) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
    if (answer?.status === 200) return Buffer.from(await answer.arrayBuffer());
    if (attempts <= 1 || (answer && answer.status !== 503))
      throw new Error(`GET ${url.pathname.split('/').at(-1)}: ${answer?.status}`);
    await pause(1000);
  }
}
