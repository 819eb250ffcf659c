/**
 * Keys that make writing calls safe to repeat: the academy does a call once for each key. A call whose outcome is
 * unknown keeps its key, so that the person who presses the button again repeats it instead of doing it twice.
 */

/** Calls that only read, or whose repetition changes nothing by itself: a viewer reports progress every few seconds. */
const UNKEYED = /\/(fetch|check|export|trylogin|page-view|update-progress)[^/]*$/;

/** A little less than the academy keeps its answers. */
const KEPT_MS = 23 * 60 * 60 * 1000;
const MAX_UNKNOWN = 50;

interface Unknown {
  readonly key: string;
  readonly until: number;
}

/** By the call and all that it sends. In memory only: what is typed must not be stored. */
const unknown = new Map<string, Unknown>();

export const takesKey = (method: string, path: string): boolean => method !== 'GET' && !UNKEYED.test(path);

/** The key for a call: a new one, or that of the same call if its outcome is not known. */
export function keyFor(call: string, now = Date.now()): string {
  const before = unknown.get(call);
  return before !== undefined && before.until > now ? before.key : newKey();
}

/** Records how a call ended. */
export function settle(call: string, key: string, isKnown: boolean, now = Date.now()): void {
  const before = unknown.get(call);
  if (isKnown) {
    if (before?.key === key) unknown.delete(call);
    return;
  }
  if (before?.key !== key) unknown.set(call, { key, until: now + KEPT_MS });
  for (const oldest of unknown.keys()) {
    if (unknown.size <= MAX_UNKNOWN) break;
    unknown.delete(oldest);
  }
}

/** Whether a failed call may have been done all the same, or is still being done. */
export const isOutcomeUnknown = (status: number, code: string): boolean =>
  status === 0 || status >= 500 || code === 'in_progress' || code === 'bad_answer';

/** Tells a call from any other. `who` is the token. */
export function describeCall(who: string, method: string, path: string, body: unknown): string {
  return JSON.stringify([
    who,
    method,
    path,
    body instanceof FormData ? [...body].map(describeField) : describeValue(body),
  ]);
}

const describeField = ([name, value]: [string, FormDataEntryValue]) => [name, describeValue(value)];

function describeValue(value: unknown): unknown {
  if (value instanceof File) return ['file', value.name, value.size, value.type, value.lastModified];
  if (value instanceof Blob) return ['blob', value.size, value.type];
  return value;
}

/** crypto.randomUUID exists only on secure pages, and an academy may be used over plain HTTP in a local network. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
