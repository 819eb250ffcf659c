// A client of the public REST API.
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { refuseSecrets } from './authorization/secrets.ts';

const MAX_REPEATS = 5;

export interface Failure {
  message: string;
  code?: string;
  data?: { field: string; code: string; message: string }[];
  requestId?: string;
}

/** Any answer, with the fields of successes and failures; tests read those they expect. */
export interface Answer<T> {
  status: number;
  headers: Headers;
  body: T & Failure;
}

/** Managers' roles, each of which may do whatever those before it may. */
export const ROLES = ['support', 'manager', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export interface Manager {
  _id: string;
  email: string;
  fullname: string;
  lastLogin: string | null;
  createdAt: string;
  role: Role;
}

export interface Learner {
  _id: string;
  email: string;
  fullname: string;
  phonenumber: string;
  address: string;
  active: boolean;
  activated: boolean;
  status: 'online' | 'offline';
  socketId: string | null;
  lastLogin: string | null;
  createdAt: string;
  revision: number;
}

export interface PartVideo {
  assetId: string;
  status: 'uploading' | 'queued' | 'processing' | 'ready' | 'failed';
  progress: number;
  error: string | null;
}

export interface Part {
  _id: string;
  title: string;
  description: string;
  duration: number;
  video: PartVideo | null;
  revision: number;
}

export interface Course {
  _id: string;
  id: string;
  title: string;
  description: string;
  image: string | null;
  parts: Part[];
  createdAt: string;
  updatedAt: string;
  revision: number;
}

export interface PartProgress {
  partId: string;
  position: number;
  watchedSeconds: number;
  duration: number;
  percent: number;
  completed: boolean;
}

export interface Progress {
  percent: number;
  parts: PartProgress[];
  lastPartId: string | null;
}

export interface Assignment {
  _id: string;
  courseId: string;
  clientId: string;
  userId: string;
  startDate: string;
  expiryDate: string;
  state: 'upcoming' | 'active' | 'expired';
  revision: number;
  course: Course;
  user?: Learner;
  progress?: Progress;
}

export interface Asset {
  _id: string;
  filename: string;
  status: PartVideo['status'];
  progress: number;
  error: string | null;
  /** Why it waits, or why something failed. */
  reason: string | null;
  failedStage: string | null;
  duration: number;
  width: number;
  height: number;
  size: number;
  renditions: { height: number; bitrate: number }[];
}

export interface Playback {
  hls: string;
  poster: string | null;
  thumbnails: string | null;
  captions: { lang: string; label: string; url: string; default: boolean }[];
  position: number;
  duration: number;
}

export interface MyCourse {
  assignment: Assignment;
  course: Course;
  progress: Progress;
  playback: Record<string, Playback>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One client, with its token if it has one. */
export class Api {
  constructor(
    readonly url: string,
    readonly token?: string,
  ) {}

  with(token: string): Api {
    return new Api(this.url, token);
  }

  without(): Api {
    return new Api(this.url);
  }

  /** `key` is an Idempotency-Key. */
  async call<T = object>(method: Method, path: string, body?: object | FormData, key?: string): Promise<Answer<T>> {
    const headers: Record<string, string> = {};
    if (key !== undefined) headers['idempotency-key'] = key;
    if (this.token !== undefined) headers['authorization'] = `Bearer ${this.token}`;
    let payload: string | FormData | Blob | undefined;
    // A form sets its own content type.
    if (body instanceof FormData || body instanceof Blob) {
      payload = body;
    } else if (body !== undefined) {
      headers['content-type'] = 'application/json';
      payload = JSON.stringify(body);
    }
    const response = await fetch(this.url + path, {
      method,
      headers,
      ...(payload === undefined ? {} : { body: payload }),
    });
    const text = await response.text();
    let parsed: unknown;
    try {
      parsed = JSON.parse(text);
    } catch {
      throw new Error(`${method} ${path} answered ${response.status} without JSON: ${text.slice(0, 200)}`);
    }
    refuseSecrets(`${method} ${path}`, parsed);
    return { status: response.status, headers: response.headers, body: parsed as T & Failure };
  }

  post<T = object>(path: string, body: object | FormData = {}): Promise<Answer<T>> {
    return this.call<T>('POST', path, body);
  }

  put<T = object>(path: string, body: object | FormData = {}): Promise<Answer<T>> {
    return this.call<T>('PUT', path, body);
  }

  /**
   * Makes a call that must succeed, and returns its body. A service that is not available has done nothing, as happens
   * for a moment on a busy machine: the call is repeated, as the answer's Retry-After asks.
   */
  async must<T = object>(method: Method, path: string, body: object | FormData = {}): Promise<T & { message: string }> {
    let answer = await this.call<T>(method, path, body);
    for (let repeats = 0; repeats < MAX_REPEATS && answer.status === 503; ++repeats) {
      await delay(1000 * Number(answer.headers.get('retry-after') ?? 1));
      answer = await this.call<T>(method, path, body);
    }
    if (answer.status !== 200 && answer.status !== 201) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  }
}

/** A new e-mail address. */
export function freshEmail(name = 'learner'): string {
  return `${name}-${randomBytes(5).toString('hex')}@academy.test`;
}

export const PASSWORD = `Pass-${randomBytes(6).toString('hex')}1`;

/** The first manager of a fresh academy, signed in; with its setup code where it asks for one. */
export async function firstManager(url: string, setupCode?: string): Promise<{ api: Api; email: string; _id: string }> {
  const email = freshEmail('manager');
  const api = new Api(url);
  const signup = await api.must<{ result: Manager }>('PUT', '/api/cm/auth/signup', {
    email,
    password: PASSWORD,
    fullname: 'First Manager',
    setupCode,
  });
  const { token } = await api.must<{ token: string }>('POST', '/api/cm/auth/login', { email, password: PASSWORD });
  return { api: api.with(token), email, _id: signup.result._id };
}

/** A learner created by a manager, who is active at once. */
export async function newLearner(manager: Api, fullname = 'ليلى الحربي'): Promise<Learner> {
  const body = { email: freshEmail(), password: PASSWORD, fullname, phonenumber: '+966500000000', address: 'الرياض' };
  return (await manager.must<{ result: Learner }>('POST', '/api/cm/user/create-user', body)).result;
}

/** Signs a learner in, which ends the learner's other session. */
export async function signIn(url: string, email: string, password = PASSWORD): Promise<Api> {
  const api = new Api(url);
  const { clientToken } = await api.must<{ clientToken: string }>('POST', '/api/auth/login', { email, password });
  return api.with(clientToken);
}

/** Signs a manager in; managers may have several sessions. */
export async function signInManager(url: string, email: string, password = PASSWORD): Promise<Api> {
  const api = new Api(url);
  const { token } = await api.must<{ token: string }>('POST', '/api/cm/auth/login', { email, password });
  return api.with(token);
}

/** A course with parts of these titles, without videos. */
export async function newCourse(manager: Api, title: string, partTitles: readonly string[] = []): Promise<Course> {
  const form = new FormData();
  form.set('title', title);
  form.set('description', `About ${title}`);
  if (partTitles.length > 0) form.set('parts', JSON.stringify(partTitles.map((partTitle) => ({ title: partTitle }))));
  return (await manager.must<{ result: Course }>('PUT', '/api/cm/course/create-course', form)).result;
}

/** A day `days` from now, as `2026-12-31`. */
export function day(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

/** Assigns a course, by default active today. */
export async function assign(
  manager: Api,
  courseId: string,
  clientId: string,
  from = -1,
  to = 30,
): Promise<Assignment> {
  const body = { courseId, userIds: [clientId], startDate: day(from), expiryDate: day(to) };
  const { result } = await manager.must<{ result: Assignment[] }>(
    'PUT',
    '/api/cm/user-course/assign-user-course',
    body,
  );
  const mine = result.find((assignment) => assignment.clientId === clientId);
  if (mine === undefined) throw new Error('the assignment is not in the answer');
  return mine;
}
