// How the authorisation matrices ask a call, and what every refusal has.
import { expect } from 'vitest';

import type { Failure } from '../api.ts';
import { CALLS, type Request } from './calls.ts';
import type { World } from './prepared.ts';
import { nameOf, type Route } from './routes.ts';
import { refuseSecrets } from './secrets.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: Failure & Record<string, unknown>;
}

/** Sends a call's request. No answer may contain a secret. */
export async function ask(
  url: string,
  route: Route,
  request: Request,
  headers: Readonly<Record<string, string>>,
  query = '',
): Promise<Answer> {
  const all: Record<string, string> = { ...request.headers, ...headers };
  let body: FormData | Uint8Array<ArrayBuffer> | string | undefined;
  if (request.body instanceof FormData || request.body instanceof Uint8Array) {
    body = request.body;
  } else if (route.verb !== 'GET' && route.verb !== 'HEAD' && route.body === 'json' && !route.subpaths) {
    all['content-type'] = 'application/json';
    body = JSON.stringify(request.body ?? {});
  }
  const target = new URL((request.path ?? route.path) + query, url);
  const answer = await fetch(target, { method: route.verb, headers: all, ...(body === undefined ? {} : { body }) });
  const text = await answer.text();
  const json = text !== '' && answer.headers.get('content-type')?.startsWith('text/csv') !== true;
  const parsed = (json ? JSON.parse(text) : {}) as Answer['body'];
  refuseSecrets(nameOf(route), parsed);
  return { status: answer.status, headers: answer.headers, body: parsed };
}

/** A request that succeeds, of `harness/authorization/calls.ts`. */
export function makeRequest(world: World, route: Route): Request | Promise<Request> {
  const make = CALLS[nameOf(route)];
  if (make === undefined) throw new Error(`tests/harness/authorization/calls.ts has no request for ${nameOf(route)}`);
  return make(world);
}

/** Everything of a refusal. */
export function expectRefusal(answer: Answer, verb: string): void {
  if (answer.status === 401) expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  expect(answer.headers.get('x-request-id')).toBeTruthy();
  if (verb === 'HEAD') return;
  expect(answer.body.message).toMatch(/\S/);
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  expect(answer.body).not.toHaveProperty('result');
}
