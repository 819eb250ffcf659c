// Calls from several addresses, for limits by address.
import { request } from 'node:http';

import type { Failure } from './api.ts';

export interface Reply {
  status: number;
  retryAfter: string | undefined;
  /** The Set-Cookie fields. */
  cookies: readonly string[];
  body: Failure & { clientToken?: string; result?: { userId?: string } };
}

/** Calls from another loopback address, which the academy takes for another visitor. */
export function from(address: string, url: string) {
  return async (method: 'POST' | 'PUT', path: string, body: object, cookie = ''): Promise<Reply> =>
    new Promise((resolve, reject) => {
      const call = request(
        url + path,
        {
          method,
          localAddress: address,
          headers: { 'content-type': 'application/json', ...(cookie === '' ? {} : { cookie }) },
          agent: false,
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              retryAfter: response.headers['retry-after'],
              cookies: response.headers['set-cookie'] ?? [],
              body: JSON.parse(text) as Reply['body'],
            }),
          );
        },
      );
      call.on('error', reject);
      call.end(JSON.stringify(body));
    });
}
