// A request, by default a GET, that returns the answer as it was sent; fetch() would ask for compressed forms and decompress them.
import { request, type IncomingHttpHeaders } from 'node:http';

export interface PlainAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const single = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

export function raw(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  { method = 'GET', body }: { method?: string; body?: string } = {},
): Promise<PlainAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: single(answer.headers), body: Buffer.concat(chunks) }),
      );
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
