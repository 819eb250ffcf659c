// Where a request's time goes: spans at a collector of OpenTelemetry, and the log of slow requests.
import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { assign, type Api, firstManager, newCourse, newLearner } from '../../harness/api.ts';
import { Cluster, PROCESSES } from '../../harness/cluster.ts';
import { until } from '../../harness/until.ts';

interface Span {
  process: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Record<string, string | number>;
}

interface Value {
  stringValue?: string;
  intValue?: string;
  doubleValue?: number;
}

interface Body {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] };
    scopeSpans: { spans: (Omit<Span, 'process' | 'attributes'> & { attributes: { key: string; value: Value }[] })[] }[];
  }[];
}

const SERVER = 2;
const CLIENT = 3;

const valueOf = ({ stringValue, intValue, doubleValue }: Value) => stringValue ?? doubleValue ?? Number(intValue);
const recordOf = (attributes: { key: string; value: Value }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

/** A collector that keeps what it gets; or takes it and never answers. */
class Collector {
  readonly spans: Span[] = [];
  asked = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(hangs: boolean) {
    this.server = createServer((request, response) => {
      let text = '';
      request.on('data', (piece: Buffer) => (text += piece.toString()));
      request.on('end', () => {
        ++this.asked;
        if (hangs) return;
        if (request.url !== '/v1/traces' || request.headers['content-type'] !== 'application/json') {
          response.writeHead(400).end();
          return;
        }
        this.take(JSON.parse(text) as Body);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
    this.server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
    });
  }

  static async start({ hangs = false } = {}): Promise<Collector> {
    const collector = new Collector(hangs);
    await new Promise<void>((done) => collector.server.listen(0, '127.0.0.1', done));
    return collector;
  }

  private take(body: Body): void {
    for (const { resource, scopeSpans } of body.resourceSpans) {
      const process = String(recordOf(resource.attributes)['service.name']);
      for (const { spans } of scopeSpans) {
        for (const span of spans) this.spans.push({ ...span, process, attributes: recordOf(span.attributes) });
      }
    }
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/traces`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((done) => this.server.close(done));
  }

  /** The trace's spans, once they satisfy `complete`. */
  trace(id: string, complete: (spans: Span[]) => boolean): Promise<Span[]> {
    return until(`the spans of ${id}`, () => {
      const spans = this.spans.filter(({ traceId }) => traceId === id);
      return complete(spans) ? spans : undefined;
    });
  }
}

const lines = <T>(text: string): T[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as T);

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const ownTrace = (answer: Response) => (answer.headers.get('x-request-id') ?? '').replaceAll('-', '');

describe('an academy with a collector', () => {
  let collector: Collector;
  let cluster: Cluster;
  let manager: Api;

  const fetchUsers = (headers: Record<string, string> = {}) =>
    fetch(`${cluster.url}/api/cm/user/fetch-users`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${manager.token ?? ''}`, ...headers },
      body: '{}',
    });
  const withParent = (traceparent: string) => fetchUsers({ traceparent });

  beforeAll(async () => {
    collector = await Collector.start();
    cluster = await Cluster.start({
      flags: [
        ...['--bot-check', 'off', '--otlp-endpoint', collector.endpoint, '--trace-share', '1'],
        ...['--slow-request-ms', '1', '--log-size', '65536', '--log-keep', '2'],
        ...['--access-log', '-'],
      ],
    });
    manager = (await firstManager(cluster.url)).api;
  });

  afterAll(async () => {
    await cluster?.stop();
    await collector?.stop();
  });

  test('a request is one trace, from its client through the edge to the service and its database', async () => {
    const answer = await withParent(`00-${TRACE}-${PARENT}-00`);
    expect(answer.status).toBe(200);
    const isOf = (name: string, wanted: number) => (span: Span) => span.process === name && span.kind === wanted;
    const spans = await collector.trace(TRACE, (found) =>
      [isOf('edge', SERVER), isOf('edge', CLIENT), isOf('auth', SERVER)].every((wanted) => found.some(wanted)),
    );
    const request = spans.find(({ process, kind }) => process === 'edge' && kind === SERVER);
    expect(request).toMatchObject({ name: 'PUT /api/cm/user/fetch-users', parentSpanId: PARENT });
    expect(request?.attributes).toMatchObject({
      'http.response.status_code': 200,
      'academy.request_id': answer.headers.get('x-request-id'),
    });
    const call = spans.find(({ kind, parentSpanId }) => kind === CLIENT && parentSpanId === request?.spanId);
    expect(call?.attributes).toMatchObject({ 'peer.service': 'auth', 'rpc.grpc.status_code': 0 });
    const served = spans.find(({ process, parentSpanId }) => process === 'auth' && parentSpanId === call?.spanId);
    expect(served?.kind).toBe(SERVER);
    expect(served?.attributes['academy.database_ms']).toBeGreaterThan(0);
    expect(served?.attributes['academy.queued_ms']).toBeGreaterThanOrEqual(0);
  });

  test('what one service asks another is below its call', async () => {
    const course = await newCourse(manager, 'Traced', ['One']);
    const { _id } = await newLearner(manager);
    await assign(manager, course._id, _id);
    await until('a call of enrollment’s with the span of its service', () =>
      collector.spans.some(
        (call) =>
          call.process === 'enrollment' &&
          call.kind === CLIENT &&
          collector.spans.some(
            ({ process, kind, spanId }) => process === 'enrollment' && kind === SERVER && spanId === call.parentSpanId,
          ) &&
          collector.spans.some(({ kind, parentSpanId }) => kind === SERVER && parentSpanId === call.spanId),
      ),
    );
  });

  test.each([
    ['nothing', ''],
    ['no hexadecimal', `00-${'z'.repeat(32)}-${PARENT}-01`],
    ['upper case', `00-${TRACE.toUpperCase()}-${PARENT}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['the version that is none', `ff-${TRACE}-${PARENT}-01`],
    ['more than its version has', `00-${TRACE}-${PARENT}-01-more`],
    ['two of them', `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`],
    ['a field that is far too long', `00-${TRACE}-${PARENT}-01${'0'.repeat(4000)}`],
  ])('a traceparent with %s begins a trace of the request’s own', async (_, traceparent) => {
    const answer = await withParent(traceparent);
    expect(answer.status).toBe(200);
    const spans = await collector.trace(ownTrace(answer), (found) =>
      found.some(({ process, kind }) => process === 'edge' && kind === SERVER),
    );
    expect(spans.find(({ process, kind }) => process === 'edge' && kind === SERVER)?.parentSpanId).toBeUndefined();
  });

  test('a slow request has a line that says where its time went', async () => {
    // A call of a service is named from 10 ms on, which one password takes on most machines only.
    let tries = 0;
    const { line, answer, id } = await until('a line that names a call', async () => {
      const answer = await fetch(`${cluster.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', traceparent: `00-${TRACE}-${PARENT}-01` },
        body: JSON.stringify({ email: `nobody-${++tries}@academy.example`, password: 'not-a-password' }),
      });
      await answer.text();
      const id = answer.headers.get('x-request-id');
      const line = await until('its line', async () =>
        lines<Record<string, unknown>>(await readFile(join(cluster.data, 'logs', 'slow.log'), 'utf8')).find(
          ({ requestId }) => requestId === id,
        ),
      );
      return Object.keys(line.upstream as object).length > 0 ? { line, answer, id } : undefined;
    });
    expect(line).toEqual({
      time: expect.any(String) as string,
      method: 'POST',
      route: '/api/auth/login',
      status: answer.status,
      code: expect.any(String) as string,
      ms: expect.any(Number) as number,
      clientMs: expect.any(Number) as number,
      queuedMs: expect.any(Number) as number,
      databaseMs: expect.any(Number) as number,
      upstream: {
        auth: {
          calls: expect.any(Number) as number,
          ms: expect.any(Number) as number,
          queuedMs: expect.any(Number) as number,
          databaseMs: expect.any(Number) as number,
          upstream: {},
        },
      },
      requestId: id,
      traceId: TRACE,
    });
    const { ms, upstream } = line as { ms: number; upstream: { auth: { ms: number } } };
    expect(upstream.auth.ms).toBeGreaterThanOrEqual(10);
    expect(ms).toBeGreaterThanOrEqual(upstream.auth.ms);
    expect(await readFile(join(cluster.data, 'logs', 'slow.log'), 'utf8')).not.toContain('nobody');
  });

  test('every log is bounded, and no line of a request is lost meanwhile', async () => {
    const folder = join(cluster.data, 'logs');
    const ids: (string | null)[] = [];
    // Three files of each log, and what came at once.
    for (let i = 0; i < 100; ++i) ids.push((await fetch(`${cluster.url}/healthz`)).headers.get('x-request-id'));
    const logged = async () => {
      const names = (await readdir(folder)).filter((name) => name.startsWith('edge.log'));
      return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8').catch(() => '')))).join('\n');
    };
    await until('their lines', async () => {
      const text = await logged();
      return ids.every((id) => text.includes(id ?? 'none'));
    });
    for (let i = 0; i < 2000; ++i) await (await fetch(`${cluster.url}/healthz`)).arrayBuffer();
    await until('the files before', async () => (await readdir(folder)).includes('edge.log.2'));
    for (const name of await readdir(folder)) {
      expect(name).toMatch(/^[a-z]+\.log(\.[12])?$/);
      expect((await stat(join(folder, name))).size).toBeLessThan(1024 * 1024);
    }
    for (const line of (await readFile(join(folder, 'edge.log.1'), 'utf8')).trimEnd().split('\n')) JSON.parse(line);
  });

  test('nothing was dropped, and the metrics say so', async () => {
    const text = await (await fetch(`${cluster.url}/metrics`)).text();
    for (const name of PROCESSES) {
      expect(text).toContain(`academy_spans_dropped{process="${name}"} 0`);
    }
    expect(text).toMatch(/academy_spans_exported\{process="edge"\} [1-9]/);
  });
});

describe('an academy whose collector hangs', () => {
  test('answers as fast, drops the spans, counts them, and stops in time', async () => {
    const collector = await Collector.start({ hangs: true });
    const cluster = await Cluster.start({ flags: ['--otlp-endpoint', collector.endpoint, '--trace-share', '1'] });
    for (let i = 0; i < 20; ++i) expect((await fetch(`${cluster.url}/readyz`)).status).toBe(200);
    await until('a request to the collector', () => collector.asked > 0);
    await until('spans that were dropped', async () =>
      /academy_spans_dropped\{process="edge"\} [1-9]/.test(await (await fetch(`${cluster.url}/metrics`)).text()),
    );
    // Killed would be otherwise.
    expect((await cluster.stop()).code).toBe(0);
    await collector.stop();
  });
});

describe('an academy without a collector', () => {
  test.each([
    [['--otlp-endpoint', 'no-address'], /--otlp-endpoint no-address is not valid/],
    [['--trace-share', '2'], /--trace-share 2 is not valid/],
    [['--slow-request-ms', '-1'], /--slow-request-ms -1 is not valid/],
    [['--log-size', '10'], /--log-size 10 is not valid/],
    [['--log-keep', '0'], /--log-keep 0 is not valid/],
  ])('%j is refused', async (flags, message) => {
    await expect(Cluster.start({ flags })).rejects.toThrow(message);
  });
});
