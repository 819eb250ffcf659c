// An S3 store for tests: npm's s3rver in a temporary folder, behind a server that checks what s3rver does not: every
// request's AWS signature (version 4, in the header or the query, recomputed from the received bytes), its body's hash,
// If-Match, and of multipart uploads that they exist and that their parts are the ones that were stored.
//
// As a program it prints {"url", "bucket", ...} on one line and ends when its standard input closes. GET
// /-/fail?status=503&times=2 makes the next requests fail; /-/cut?bytes=100000&times=1 breaks the next downloads off
// after that many bytes; /-/stall?times=1 never answers the next requests; /-/parts?min=5242880 refuses smaller parts
// that are not the last; /-/lose?times=1 carries out the next completion of an upload and does not answer; /-/seen lists the
// requests received, as JSON; /-/uploads the multipart uploads that have not ended.
import { createHash, createHmac } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';

import S3rver from 's3rver';

const ACCESS_KEY = 'S3RVER';
const SECRET_KEY = 'S3RVER';
const REGION = 'eu-test-1';
const BUCKET = 'academy';

const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const hmac = (key, data) => createHmac('sha256', key).update(data).digest();

/** The parts of a signature in the query, in the names of one in the header; undefined without one. */
function presigned(request) {
  const [path, query = ''] = request.url.split('?');
  const asked = new URLSearchParams(query);
  if (asked.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return undefined;
  const [key, day, region] = asked.get('X-Amz-Credential').split('/');
  const rest = query.split('&').filter((each) => !each.startsWith('X-Amz-Signature='));
  return {
    ...{ key, day, region, path, query: rest.join('&'), date: asked.get('X-Amz-Date') },
    ...{ signed: asked.get('X-Amz-SignedHeaders'), signature: asked.get('X-Amz-Signature') },
    ...{ hash: 'UNSIGNED-PAYLOAD', needed: ['host'], life: Number(asked.get('X-Amz-Expires')) },
  };
}

/** The parts of a signature in the header; undefined without one. */
function signedByHeader(request) {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    );
  if (match === null) return undefined;
  const [, key, day, region, signed, signature] = match;
  const [path, query = ''] = request.url.split('?');
  const date = request.headers['x-amz-date'] ?? '';
  const hash = request.headers['x-amz-content-sha256'];
  const needed = ['host', 'x-amz-content-sha256', 'x-amz-date'];
  return { key, day, region, path, query, date, signed, signature, hash, needed };
}

const secondsOf = (date) => Date.parse(date.replace(/^(....)(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5')) / 1000;

/** What is wrong with a request's signature; undefined if it is valid. */
function fault(request, body) {
  if (request.headers.authorization !== undefined && presigned(request)) return 'two signatures';
  const parts = presigned(request) ?? signedByHeader(request);
  if (parts === undefined) return 'no signature';
  const { key, day, region, path, query, date, signed, signature, hash, needed, life } = parts;
  if (key !== ACCESS_KEY || region !== REGION) return 'another key or region';
  if (!date.startsWith(day)) return 'another day';
  if (life !== undefined && !(Date.now() / 1000 - secondsOf(date) <= life)) return 'Request has expired';
  const unsigned = needed.find((name) => !signed.split(';').includes(name));
  if (unsigned !== undefined) return `${unsigned} is not signed`;
  const absent = signed.split(';').find((name) => request.headers[name] === undefined);
  if (absent !== undefined) return `${absent} is signed and was not sent`;
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return 'another body';
  const names = query === '' ? [] : query.split('&');
  if (names.join('&') !== [...names].sort().join('&') || names.some((name) => !name.includes('='))) {
    return 'a query in no order';
  }
  const headers = signed
    .split(';')
    .map((name) => `${name}:${(request.headers[name] ?? '').trim().replace(/ +/g, ' ')}\n`);
  const canonical = [request.method, path, query, headers.join(''), signed, hash].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  const signing = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${SECRET_KEY}`, day), region));
  return hmac(signing, text).toString('hex') === signature ? undefined : 'another signature';
}

function refuse(response, status, code, message) {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(text) });
  response.end(response.req.method === 'HEAD' ? undefined : text);
}

/** Ends the connection in the middle of a download. */
function cutAfter(response, bytes) {
  let left = bytes;
  const write = response.write.bind(response);
  const cut = (chunk, ...rest) => {
    if (chunk === undefined || chunk === null || chunk.length <= left) {
      left -= chunk?.length ?? 0;
      return write(chunk, ...rest);
    }
    write(chunk.subarray(0, left), () => response.socket?.destroy());
    return false;
  };
  response.write = cut;
}

/** Delays the answer to an upload until its file is complete; s3rver answers while it is still writing. */
function writeWhole(store) {
  const write = async (path, content) => {
    const whole = Buffer.isBuffer(content) ? content : await buffer(content);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, whole);
    return { size: whole.length, md5: createHash('md5').update(whole).digest('hex') };
  };
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const written = await write(store.getResourcePath(bucket, key, 'object'), content);
    await store.putMetadata(bucket, key, metadata, written.md5);
    return written;
  };
  store.putPart = async (bucket, uploadId, partNumber, content) => {
    const path = join(store.getResourcePath(bucket, undefined, 'uploads'), uploadId, String(partNumber));
    const written = await write(path, content);
    await writeFile(`${path}.md5`, written.md5);
    return written;
  };
}

/** What is wrong with a list of parts; undefined if it can be put together. */
async function partsFault(folder, list, min) {
  const parts = [...list.matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>"?([^<"]*)"?<\/ETag>/g)];
  for (const [index, [, number, etag]] of parts.entries()) {
    const stored = await readFile(join(folder, `${number}.md5`), 'utf8').catch(() => undefined);
    if (stored !== etag) return 'InvalidPart';
    if (index > 0 && Number(number) <= Number(parts[index - 1][1])) return 'InvalidPartOrder';
    const { size } = await stat(join(folder, number));
    if (size < min && index < parts.length - 1) return 'EntityTooSmall';
  }
  return parts.length > 0 ? undefined : 'MalformedXML';
}

/** Listens at an address of `host`, this machine's by default. */
export async function startS3(host = '127.0.0.1') {
  const folder = await mkdtemp(join(tmpdir(), 'academy-s3-'));
  const s3 = new S3rver({ directory: folder, silent: true, vhostBuckets: false, configureBuckets: [{ name: BUCKET }] });
  writeWhole(s3.store);
  await s3.configureBuckets();
  // s3rver's controllers read the body from here; it was already read for its hash.
  s3.middleware.unshift(async (context, next) => {
    context.req = Object.assign(Readable.from(context.req.kept.length > 0 ? [context.req.kept] : []), {
      headers: context.req.headers,
      method: context.req.method,
      url: context.req.url,
    });
    await next();
  });
  const handle = s3.callback();
  const seen = [];
  const held = [];
  const pending = { fail: { times: 0 }, cut: { times: 0 }, stall: { times: 0 }, lose: { times: 0 }, parts: { min: 0 } };
  const take = (what) => pending[what].times > 0 && pending[what].times-- > 0;

  const etagOf = async (path) => {
    const [, bucket, ...key] = decodeURIComponent(path).split('/');
    const object = await s3.store.getObject(bucket, key.join('/'), { start: 0, end: 0 });
    object?.content?.destroy();
    return object?.metadata.etag;
  };

  const uploads = s3.store.getResourcePath(BUCKET, undefined, 'uploads');
  /** Answers a request of a multipart upload that s3rver would answer otherwise than S3; whether it did. */
  const serveUpload = async (request, response, id) => {
    const upload = join(uploads, id);
    if (!(await stat(upload).catch(() => undefined))) {
      refuse(response, 404, 'NoSuchUpload', 'The specified upload does not exist.');
      return true;
    }
    if (request.method === 'DELETE') {
      await rm(upload, { recursive: true });
      response.writeHead(204).end();
      return true;
    }
    if (request.method !== 'POST') return false;
    const wrong = await partsFault(upload, request.kept.toString(), pending.parts.min);
    if (wrong !== undefined) refuse(response, 400, wrong, 'The list of parts is not valid.');
    return wrong !== undefined;
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url, 'http://store');
    if (url.pathname.startsWith('/-/')) {
      const what = url.pathname.slice(3);
      if (what === 'uploads') return response.end(JSON.stringify(await readdir(uploads).catch(() => [])));
      const asked = Object.fromEntries([...url.searchParams].map(([name, value]) => [name, Number(value)]));
      if (what !== 'seen') pending[what] = { times: 1, ...asked };
      return response.end(JSON.stringify(what === 'seen' ? seen : pending));
    }
    const chunks = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The client has gone in the middle, as a process does that is killed.
      return;
    }
    request.kept = Buffer.concat(chunks);
    seen.push({ method: request.method, url: request.url, range: request.headers.range });
    if (take('stall')) return;
    const [hold] = held;
    if (hold?.matches(request.method, url.pathname)) {
      held.shift();
      hold.arrive();
      await hold.released;
    }
    if (take('fail'))
      return refuse(response, pending.fail.status ?? 503, 'SlowDown', 'Please reduce your request rate.');
    const wrong = fault(request, request.kept);
    if (wrong !== undefined) return refuse(response, 403, 'SignatureDoesNotMatch', wrong);
    const match = request.headers['if-match'];
    const etag = match === undefined ? undefined : await etagOf(url.pathname);
    if (etag !== undefined && etag !== match) {
      return refuse(response, 412, 'PreconditionFailed', 'At least one of the pre-conditions did not hold');
    }
    const upload = url.searchParams.get('uploadId');
    if (upload !== null && (await serveUpload(request, response, upload))) return;
    if (upload !== null && request.method === 'POST' && take('lose')) {
      response.end = () => response.socket?.destroy();
    }
    if (request.method === 'GET' && take('cut')) cutAfter(response, pending.cut.bytes ?? 1);
    handle(request, response);
  });
  await new Promise((listening) => server.listen(0, host, listening));
  return {
    url: `http://${host}:${server.address().port}`,
    bucket: BUCKET,
    region: REGION,
    accessKey: ACCESS_KEY,
    secretKey: SECRET_KEY,
    hold(matches) {
      let release;
      const released = new Promise((resolve) => (release = resolve));
      const arrived = new Promise((resolve) => held.push({ matches, arrive: resolve, released }));
      return { arrived, release };
    },
    async read(key) {
      const object = await s3.store.getObject(BUCKET, key);
      return buffer(object.content);
    },
    async write(key, content) {
      await s3.store.putObject({ bucket: BUCKET, key, content, metadata: {} });
    },
    async keys(prefix) {
      const listed = await s3.store.listObjects(BUCKET, { prefix, maxKeys: Infinity });
      return listed.objects.map((object) => object.key);
    },
    async openUploads() {
      return (await readdir(uploads).catch(() => [])).length;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { stop, url, bucket, region, accessKey, secretKey } = await startS3();
  console.log(JSON.stringify({ url, bucket, region, accessKey, secretKey }));
  process.stdin.resume().once('end', async () => {
    await stop();
    process.exit(0);
  });
}
