import type { paths } from './api/schema';
import { ApiError, type FieldError } from './api-error';
import { learnerSession, managerSession } from './session';

export type Credential = 'manager' | 'learner' | 'none';

export interface CallOptions {
  as?: Credential;
  /** Another bearer token than that of the session: of one that has ended. */
  token?: string;
  signal?: AbortSignal;
  /** Lets the call outlive the page (the last position on leaving). */
  keepalive?: boolean;
}

/** Every answer carries a message. */
export interface Answer {
  message: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Path = keyof paths;
type Operation<P extends Path, M extends Method> = paths[P][Lowercase<M>];
type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never;
type Success<O> = O extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201)]> : never;
/** JSON as described, or a form where the call takes one. */
type Content<B> = B extends { content: { 'multipart/form-data': unknown } } ? FormData : JsonOf<B>;
type Empty = Record<string, never>;
/** The methods that a path has. */
export type MethodOf<P extends Path> = {
  [M in Method]: paths[P][Lowercase<M>] extends { responses: unknown } ? M : never;
}[Method];
/** What comes back, and what is sent, whether it must be or may. */
export type AnswerOf<P extends Path, M extends Method> = Success<Operation<P, M>>;
export type BodyOf<P extends Path, M extends Method> =
  Operation<P, M> extends { requestBody?: infer B } ? Content<NonNullable<B>> : never;
/** The body stands first; only a call that does without one can leave it out. */
export type CallArguments<P extends Path, M extends Method, Options = CallOptions> =
  Operation<P, M> extends { requestBody: infer B }
    ? [body: Content<B>, options?: Options]
    : [body?: BodyOf<P, M> | Empty, options?: Options];

/**
 * Calls the academy and gives the answer's JSON. What goes there and comes back follows from the path, as the edge
 * itself describes it (api/schema.d.ts).
 */
export function call<P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  ...[body, options]: CallArguments<P, M>
): Promise<AnswerOf<P, M>> {
  return callPath<AnswerOf<P, M> & Answer>(method, path, body, options);
}

/**
 * The same for a path that is a variable: the caller says what comes back. Anything but 200 and 201 throws ApiError.
 * A 401 to a call that carried a token ends that session locally: the shells listen to the session and move on.
 */
export async function callPath<T extends Answer = Answer>(
  method: Method,
  path: string,
  body?: object | FormData | Blob,
  options?: CallOptions,
): Promise<T> {
  return (await readJson(await send(method, path, body, options))) as unknown as T;
}

export interface ReceivedFile {
  blob: Blob;
  /** As the server names it. */
  name: string;
}

/** A call that answers a file. */
export async function callFile(
  method: Method,
  path: string,
  body?: object,
  options?: CallOptions,
): Promise<ReceivedFile> {
  const response = await send(method, path, body, options);
  const name = /filename="?([^";]+)/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'download';
  try {
    return { blob: await response.blob(), name };
  } catch {
    // The connection broke off: what came is not all of it.
    throw unreachable();
  }
}

const unreachable = () => new ApiError({ status: 0, code: 'network', message: 'The server could not be reached.' });

async function send(
  method: Method,
  path: string,
  body?: object | FormData | Blob,
  { as = 'none', token = tokenOf(as) ?? undefined, signal, keepalive }: CallOptions = {},
): Promise<Response> {
  const headers = new Headers({ Accept: 'application/json' });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  let payload: BodyInit | undefined;
  // A form says its type by itself, and so does a file that has one.
  if (body instanceof FormData || body instanceof Blob) {
    payload = body;
  } else if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
    payload = JSON.stringify(body);
  }

  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: payload, signal, keepalive });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
  if (response.status === 200 || response.status === 201) return response;

  const failure = toError(response, await readJson(response));
  if (failure.status === 401 && token && token === tokenOf(as) && failure.code !== 'wrong_password')
    endSession(as, failure.code);
  throw failure;
}

function tokenOf(as: Credential): string | null {
  if (as === 'manager') return managerSession.token();
  if (as === 'learner') return learnerSession.token();
  return null;
}

function endSession(as: Credential, code: string): void {
  if (as === 'manager') managerSession.refused(code);
  if (as === 'learner') learnerSession.end(code === 'signed_in_elsewhere' ? 'another-device' : 'expired');
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    // The answer broke off, as when the page is left: nothing was said.
    throw unreachable();
  }
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // Not JSON: a proxy's page.
  }
  if (response.ok)
    throw new ApiError({ status: response.status, code: 'bad_answer', message: 'The answer could not be read.' });
  return {};
}

function toError(response: Response, answer: Record<string, unknown>): ApiError {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const wait = Number(response.headers.get('Retry-After'));
  const code = text(answer.code);
  return new ApiError({
    // A refusal without a code is not the academy's: some network's own page stands between, and its 401 ends no session.
    status: code !== undefined || response.status >= 500 ? response.status : 0,
    code: code ?? (response.status >= 500 ? 'unavailable' : 'bad_answer'),
    message: text(answer.msg) ?? text(answer.message) ?? response.statusText,
    fields: Array.isArray(answer.data) ? (answer.data as FieldError[]) : [],
    requestId: text(answer.requestId) ?? response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: Number.isFinite(wait) && wait > 0 ? wait : undefined,
  });
}
