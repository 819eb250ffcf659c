// Clients that go on while an academy's processes are replaced, and count what they are answered.
import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { Upload } from 'tus-js-client';

import { PASSWORD, type Api, type Course, type Learner, type MyCourse } from '../api.ts';
import type { Tally } from './tally.ts';

/** A player begins when it has this much, and fetches until it has twice as much. */
const BUFFER_MS = 6000;
const REPORT_MS = 1500;
const CALL_MS = 30_000;
const UPLOAD_PAUSE_MS = 2500;
/** As hls.js does. */
const AGAIN_MS = 500;

export type Goes = () => boolean;

/** Asks for something, counts the answer, and returns it; undefined where there was none. */
async function asked(
  tally: Tally,
  kind: string,
  url: string | URL,
  init: RequestInit = {},
): Promise<Response | undefined> {
  const began = performance.now();
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_MS) });
    const body = await answer.arrayBuffer();
    const text = answer.ok ? '' : Buffer.from(body).toString();
    tally.count(kind, performance.now() - began, answer.status, answer.ok, text);
    return new Response(answer.status === 204 ? null : body, { status: answer.status, headers: answer.headers });
  } catch (error) {
    tally.countBroken(kind, performance.now() - began, error);
    return undefined;
  }
}

async function call(tally: Tally, kind: string, api: Api, path: string, body: object, method = 'POST') {
  const headers: Record<string, string> = { 'content-type': 'application/json', authorization: `Bearer ${api.token}` };
  return asked(tally, kind, api.url + path, { method, headers, body: JSON.stringify(body) });
}

interface Segment {
  readonly url: URL;
  readonly ms: number;
}

/** Plays a lesson again and again, in its own time, and reports what was watched. */
export class Player {
  /** How long the picture stood still, each time. */
  readonly stalls: number[] = [];
  /** The last second that a report which was acknowledged says was watched, from 0 on. */
  acknowledged = 0;

  constructor(
    private readonly tally: Tally,
    private readonly session: Api,
    private readonly course: Course,
    private readonly seconds: number,
  ) {}

  async work(goes: Goes): Promise<void> {
    await Promise.all([this.play(goes), this.report(goes)]);
  }

  /** Repeats until there is an answer of success. */
  private async got(kind: string, url: URL): Promise<Response> {
    for (;;) {
      const answer = await asked(this.tally, kind, url);
      if (answer?.ok) return answer;
      await pause(AGAIN_MS);
    }
  }

  private async segments(goes: Goes): Promise<Segment[]> {
    for (;;) {
      const body = { courseId: this.course._id };
      const answer = await call(this.tally, 'open lesson', this.session, '/api/user-course/fetch-course', body);
      if (!answer?.ok) {
        if (!goes()) return [];
        await pause(AGAIN_MS);
        continue;
      }
      const { result } = (await answer.json()) as { result: MyCourse };
      const { hls } = Object.values(result.playback)[0] ?? { hls: '' };
      const master = new URL(hls, this.session.url);
      const first = (await (await this.got('playlist', master)).text())
        .split('\n')
        .find((line) => /^[^#\s]/.test(line));
      const variant = new URL(first?.trim() ?? '', master);
      const playlist = await (await this.got('playlist', variant)).text();
      await this.got('key', new URL(/#EXT-X-KEY:.*URI="([^"]+)"/.exec(playlist)?.[1] ?? '', variant));
      return [...playlist.matchAll(/#EXTINF:([\d.]+).*\n(?:#.*\n)*([^#\s]+)/g)].map(([, length = '', name = '']) => ({
        ms: 1000 * Number(length),
        url: new URL(name, variant),
      }));
    }
  }

  private async play(goes: Goes): Promise<void> {
    // When what was fetched ends, on the clock of the picture, which stands still while there is nothing.
    let bufferedUntil = 0;
    for (let segments: Segment[] = []; goes();) {
      if (segments.length === 0) segments = await this.segments(goes);
      const next = segments.shift();
      if (next === undefined) continue;
      await this.got('segment', next.url);
      const now = performance.now();
      if (bufferedUntil === 0) bufferedUntil = now;
      else if (now > bufferedUntil) {
        this.stalls.push(now - bufferedUntil);
        bufferedUntil = now;
      }
      bufferedUntil += next.ms;
      await pause(Math.max(0, bufferedUntil - performance.now() - BUFFER_MS));
    }
  }

  private async report(goes: Goes): Promise<void> {
    for (let at = 0; goes(); await pause(REPORT_MS)) {
      const to = Math.min(this.seconds, at + REPORT_MS / 1000);
      const partId = this.course.parts[0]?._id;
      const body = { courseId: this.course._id, partId, position: to, watched: [[at, to]] };
      const answer = await call(
        this.tally,
        'progress report',
        this.session,
        '/api/user-course/update-progress',
        body,
        'PUT',
      );
      if (!answer?.ok) continue;
      this.acknowledged = Math.max(this.acknowledged, to);
      at = to;
    }
  }

  /** What the academy says was watched. */
  async watched(): Promise<number> {
    const { result } = await this.session.must<{ result: MyCourse }>('POST', '/api/user-course/fetch-course', {
      courseId: this.course._id,
    });
    return result.progress.parts[0]?.watchedSeconds ?? 0;
  }
}

/** Uploads one file after another. */
export class Uploader {
  /** id -> the content's hash. */
  readonly done = new Map<string, string>();
  readonly lost: string[] = [];

  constructor(
    private readonly tally: Tally,
    private readonly manager: Api,
    private readonly size: number,
  ) {}

  async work(goes: Goes): Promise<void> {
    while (goes()) {
      const content = randomBytes(this.size);
      const upload = await this.upload(content).catch((error: Error) => this.lost.push(error.message));
      if (typeof upload === 'string') this.done.set(upload, createHash('sha256').update(content).digest('hex'));
      // The encoder, which finds no video in it, is to have time for videos.
      await pause(UPLOAD_PAUSE_MS);
    }
  }

  private upload(content: Buffer): Promise<string> {
    let [resolve, reject]: [(id: string) => void, (error: Error) => void] = [() => {}, () => {}];
    const promise = new Promise<string>((yes, no) => ([resolve, reject] = [yes, no]));
    let began = 0;
    const upload = new Upload(content, {
      endpoint: `${this.manager.url}/api/cm/media/uploads`,
      headers: { Authorization: `Bearer ${this.manager.token}` },
      uploadSize: content.length,
      chunkSize: 1024 * 1024,
      metadata: { filename: 'lesson.mp4', filetype: 'video/mp4' },
      // As the web app has it.
      retryDelays: [0, 500, 1000, 2000, 4000],
      onBeforeRequest: () => {
        began = performance.now();
      },
      onAfterResponse: (request, response) => {
        const status = response.getStatus();
        const [good, text] = [status >= 200 && status < 300, response.getBody()];
        this.tally.count(`upload ${request.getMethod()}`, performance.now() - began, status, good, text);
      },
      onShouldRetry: (error) => {
        if (error.originalResponse === null) this.tally.countBroken('upload', performance.now() - began, error);
        return true;
      },
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: reject,
    });
    upload.start();
    return promise;
  }
}

/** Signs learners in, again and again. */
export async function keepSigningIn(
  tally: Tally,
  url: string,
  learners: readonly Learner[],
  goes: Goes,
): Promise<void> {
  for (let turn = 0; goes(); ++turn) {
    const body = JSON.stringify({ email: learners[turn % learners.length]?.email, password: PASSWORD });
    const headers = { 'content-type': 'application/json' };
    const answer = await asked(tally, 'sign in', `${url}/api/auth/login`, { method: 'POST', headers, body });
    if (answer?.ok) {
      const { clientToken } = (await answer.json()) as { clientToken: string };
      await asked(tally, 'list my courses', `${url}/api/user-course/fetch-courses`, {
        method: 'POST',
        headers: { ...headers, authorization: `Bearer ${clientToken}` },
        body: '{}',
      });
    }
    await pause(400);
  }
}

/** What a manager does, with the cookie that keeps the calls at one edge. */
export class ManagerAtWork {
  /** Titles of courses whose making was acknowledged. */
  readonly made: string[] = [];

  constructor(
    private readonly tally: Tally,
    private readonly api: Api,
    private readonly name: string,
  ) {}

  async work(goes: Goes): Promise<void> {
    let cookie = '';
    const send = async (kind: string, method: string, path: string, body: object | FormData) => {
      const form = body instanceof FormData;
      const headers: Record<string, string> = { authorization: `Bearer ${this.api.token}`, cookie };
      if (!form) headers['content-type'] = 'application/json';
      const answer = await asked(this.tally, kind, this.api.url + path, {
        method,
        headers,
        body: form ? body : JSON.stringify(body),
      });
      cookie = answer?.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
      return answer;
    };
    for (let turn = 0; goes(); ++turn) {
      await send('list learners', 'PUT', '/api/cm/user/fetch-users', { limit: 20 });
      await send('list courses', 'POST', '/api/cm/course/fetch-courses', { limit: 20 });
      const title = `${this.name} ${turn}`;
      const form = new FormData();
      form.set('title', title);
      form.set('description', 'Made while processes were replaced');
      const made = await send('make course', 'PUT', '/api/cm/course/create-course', form);
      if (made?.ok) {
        this.made.push(title);
        const { result } = (await made.json()) as { result: Course };
        await send('change course', 'PUT', '/api/cm/course/update-course', { courseId: result._id, title });
      }
      await pause(200);
    }
  }
}

/** Opens pages of the web app, with the files that they name. */
export async function keepVisiting(tally: Tally, url: string, goes: Goes): Promise<void> {
  while (goes()) {
    const page = await asked(tally, 'page', `${url}/courses`);
    const files = [...((await page?.text()) ?? '').matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)];
    for (const [, file] of files.slice(0, 3)) await asked(tally, 'page’s file', url + (file ?? ''));
    await pause(300);
  }
}
