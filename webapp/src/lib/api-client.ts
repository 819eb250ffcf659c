import type { paths } from './api/schema';
import { ApiError, isApiError, type FieldError } from './api-error';
import { withoutDirections } from './directions';
import { takeFirstCall } from './first-calls';
import { describeCall, isOutcomeUnknown, keyFor, settle, takesKey } from './idempotency';
import { askPassword, type Person } from './password-again';
import { readLocale } from './preferences';
import { learnerSession, managerSession } from './session';
import { setupRequired } from './two-factor-setup';

export type Credential = 'manager' | 'learner' | 'none';

export interface CallOptions {
  as?: Credential;
  /** A bearer token to use instead of the session's: that of an ended session. */
  token?: string;
  signal?: AbortSignal;
  /** The current password, if the call carries it: it is then not asked for again. */
  currentPassword?: string;
  /** Lets the call continue after the page is closed (the last position on leaving). */
  keepalive?: boolean;
  /** Is told the fields of a successful answer. */
  onHeaders?: (headers: Headers) => void;
}

/** Every answer has a message. */
export interface Answer {
  message: string;
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export type Path = keyof paths;
type Operation<P extends Path, M extends Method> = paths[P][Lowercase<M>];
type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never;
type Success<O> = O extends { responses: infer R } ? JsonOf<R[keyof R & (200 | 201)]> : never;
/** The JSON body, or a form if the call takes one. */
type Content<B> = B extends { content: { 'multipart/form-data': unknown } } ? FormData : JsonOf<B>;
type Empty = Record<string, never>;
/** The methods that a path has. */
export type MethodOf<P extends Path> = {
  [M in Method]: paths[P][Lowercase<M>] extends { responses: unknown } ? M : never;
}[Method];
/** The response's type, and the request's, required or optional. */
export type AnswerOf<P extends Path, M extends Method> = Success<Operation<P, M>>;
export type BodyOf<P extends Path, M extends Method> =
  Operation<P, M> extends { requestBody?: infer B } ? Content<NonNullable<B>> : never;
/** The body is the first argument; only calls without a body may omit it. */
export type CallArguments<P extends Path, M extends Method, Options = CallOptions> =
  Operation<P, M> extends { requestBody: infer B }
    ? [body: Content<B>, options?: Options]
    : [body?: BodyOf<P, M> | Empty, options?: Options];

/**
 * Calls the academy and returns the answer's JSON. The types follow from the path, as described by the edge
 * (api/schema.d.ts).
 */
export function call<P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  ...[body, options]: CallArguments<P, M>
): Promise<AnswerOf<P, M>> {
  return callPath<AnswerOf<P, M> & Answer>(method, path, body, options);
}

/**
 * The same for a path in a variable, where the caller gives the answer's type. Any status but 200 and 201 throws
 * ApiError. A 401 to a call with a token ends that session locally; the shells observe the session and redirect. A call
 * that needs the password again waits for it and is repeated once. A writing call carries a key, which it keeps while
 * its outcome is unknown: repeating it then is safe.
 */
export async function callPath<T extends Answer = Answer>(
  method: Method,
  path: string,
  body?: object | FormData | Blob,
  options?: CallOptions,
): Promise<T> {
  const read = async (key?: string) => (await readJson(await send(method, path, body, options, key))) as unknown as T;
  if (!takesKey(method, path)) return read();
  const described = describeCall(options?.token ?? tokenOf(options?.as ?? 'none') ?? '', method, path, body);
  const key = keyFor(described);
  try {
    const answer = await read(key);
    settle(described, key, true);
    return answer;
  } catch (error) {
    settle(described, key, error instanceof ApiError && !isOutcomeUnknown(error.status, error.code));
    throw error;
  }
}

export interface ReceivedFile {
  blob: Blob;
  /** The file's name from the server. */
  name: string;
}

/** A call whose answer is a file. */
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
    // The connection broke off, so the file is incomplete.
    throw unreachable();
  }
}

const unreachable = () =>
  new ApiError({
    status: 0,
    code: navigator.onLine ? 'network' : 'offline',
    message: 'The server could not be reached.',
  });

/** Refusals of what was typed, which end no session. */
const NO_END = ['wrong_password', 'wrong_code', 'wrong_passkey', 'second_factor_required'];

/**
 * Proves who is there: for 15 minutes the session may do what hands an account over. A manager with a second factor
 * gives its code too, or a recovery code.
 */
export const reauthenticate = (as: Person, password: string, code?: string): Promise<Answer> =>
  callPath(
    'POST',
    as === 'manager' ? '/api/cm/auth/reauthenticate' : '/api/auth/reauthenticate',
    { password, ...(code && { code }) },
    { as },
  );

async function send(
  method: Method,
  path: string,
  body?: object | FormData | Blob,
  options: CallOptions = {},
  key?: string,
): Promise<Response> {
  try {
    return await sendOnce(method, path, body, options, key);
  } catch (error) {
    if (!isApiError(error, 'reauthentication_required') || !(await givePassword(options))) throw error;
    return sendOnce(method, path, body, options, key);
  }
}

/** False where the person would rather not. */
async function givePassword({ as = 'none', currentPassword, signal }: CallOptions): Promise<boolean> {
  if (as === 'none') return false;
  if (currentPassword !== undefined) {
    try {
      await reauthenticate(as, currentPassword);
      return true;
    } catch (error) {
      if (!isApiError(error, 'second_factor_required')) throw error;
    }
  }
  const given = await askPassword(as, signal);
  signal?.throwIfAborted();
  return given;
}

async function sendOnce(
  method: Method,
  path: string,
  body: object | FormData | Blob | undefined,
  { as = 'none', token = tokenOf(as) ?? undefined, signal, keepalive, onHeaders }: CallOptions,
  key?: string,
): Promise<Response> {
  // Mails that a call causes are in the language of the page, which need not be the browser's.
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': readLocale() });
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (key) headers.set('Idempotency-Key', key);
  let payload: BodyInit | undefined;
  // The browser sets the content type of a form, and of a file that has a type.
  if (body instanceof FormData || body instanceof Blob) {
    payload = body;
  } else if (body !== undefined) {
    headers.set('Content-Type', 'application/json');
    payload = JSON.stringify(body);
  }

  let response: Response;
  try {
    const begun = takeFirstCall(method, path, payload, token);
    response =
      (await begun?.catch(() => undefined)) ??
      (await fetch(path, { method, headers, body: payload, signal, keepalive }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
  if (response.status === 200 || response.status === 201) {
    onHeaders?.(response.headers);
    return response;
  }

  const failure = toError(response, await readJson(response), as === 'none');
  if (failure.status === 401 && token && token === tokenOf(as) && !NO_END.includes(failure.code))
    endSession(as, failure.code);
  if (failure.code === 'second_factor_setup_required') setupRequired.set(true);
  throw failure;
}

function tokenOf(as: Credential): string | null {
  if (as === 'manager') return managerSession.token();
  if (as === 'learner') return learnerSession.token();
  return null;
}

function endSession(as: Credential, code: string): void {
  if (as === 'manager') managerSession.refused(code);
  if (as === 'learner') learnerSession.refused(code);
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  let text: string;
  try {
    text = await response.text();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    // The answer broke off, for example because the page was left, so it says nothing.
    throw unreachable();
  }
  try {
    // The academy writes its JSON in UTF-8, without escapes for these.
    const parsed: unknown = JSON.parse(withoutDirections(text));
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // Not JSON: a proxy's page.
  }
  if (response.ok)
    throw new ApiError({ status: response.status, code: 'bad_answer', message: 'The answer could not be read.' });
  return {};
}

function toError(response: Response, answer: Record<string, unknown>, signedOut: boolean): ApiError {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const wait = Number(response.headers.get('Retry-After'));
  const code = text(answer.code);
  return new ApiError({
    // A refusal without a code is not the academy's but an intermediary's, so its 401 does not end the session.
    status: code !== undefined || response.status >= 500 ? response.status : 0,
    code: code ?? (response.status >= 500 ? 'unavailable' : 'bad_answer'),
    message: text(answer.msg) ?? text(answer.message) ?? response.statusText,
    fields: Array.isArray(answer.data) ? (answer.data as FieldError[]) : [],
    requestId: text(answer.requestId) ?? response.headers.get('X-Request-Id') ?? undefined,
    retryAfter: Number.isFinite(wait) && wait > 0 ? wait : undefined,
    signedOut,
    result: answer.result,
  });
}
