// What slow clients send, and how: a little each second, spread over the second.

// Roughly what a browser sends.
export const FIELDS =
  'Host: 127.0.0.1\r\nAccept: application/json\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: ar,en;q=0.9\r\n' +
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36\r\n';

/** A head that is never complete. */
export const SLOW_HEAD = `GET /api/public/site HTTP/1.1\r\n${FIELDS}X-Slow: ${'a'.repeat(1000)}`;

/** A request to `path` with a token, or without one; its body is JSON. */
export function post(path, { token = undefined, size = 2 } = {}) {
  const bearer = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  const head = `POST ${path} HTTP/1.1\r\n${FIELDS}${bearer}Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`;
  return `${head}{${' '.repeat(size - 2)}}`;
}

const PARTS = 10;

/** Calls `act` with each of `items` once a second, until `stop()`. */
export function everySecond(items, act) {
  let part = 0;
  const timer = setInterval(() => {
    for (let i = part; i < items.length; i += PARTS) act(items[i]);
    part = (part + 1) % PARTS;
  }, 1000 / PARTS);
  return { stop: () => clearInterval(timer) };
}
