// A service of the owner's own that reads the academy over gRPC: how it proves itself, reads lists in pages and records
// in batches, takes errors and deadlines, and follows a feed. It needs no file of the academy but `keys/tools` and the
// addresses in `run/`; the services describe themselves (`./academy run --reflection`).
//   node tests/examples/internal-service.mjs DATA
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { credentials, loadPackageDefinition, Metadata, status } from '@grpc/grpc-js';
import { loadFileDescriptorSetFromObject, loadSync } from '@grpc/proto-loader';
import protobuf from 'protobufjs';
import descriptor from 'protobufjs/ext/descriptor/index.js';

// Fields have the names of the protos. 64 bits are texts, because an event's id has more than a number can hold.
const SHAPES = { keepCase: true, longs: String, defaults: true, arrays: true };
const PAGE = 100;
// A service answers within milliseconds; who waits longer than this is better told so.
const DEADLINE_MS = 5000;
// As long as a feed may be silent for.
const SILENCES = 3;

export class AcademyError extends Error {
  /** `status` is gRPC's, `reason` the academy's word for it; `fields` are those that were refused. */
  constructor(error) {
    const [detail] = error.metadata?.get('grpc-status-details-bin') ?? [];
    const { reason = '', fields = [], retryAfterSeconds = 0 } = detail ? ErrorDetail.decode(detail) : {};
    super(error.details);
    this.status = status[error.code];
    this.reason = reason;
    this.fields = fields.map(({ field, code }) => `${field}: ${code}`);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const ErrorDetail = protobuf
  .parse(
    `syntax = "proto3";
   message FieldViolation { string field = 1; string code = 2; string message = 3; }
   message ErrorDetail { string reason = 1; repeated FieldViolation fields = 2; int32 retry_after_seconds = 3; }`,
  )
  .root.lookupType('ErrorDetail');

/** The last line of the key's file is the current key. Read it again after a rotation. */
async function proofOf(data) {
  const lines = (await readFile(join(data, 'keys/tools'), 'utf8')).split('\n');
  const [, id, , , secret] = lines
    .filter((line) => line.startsWith('key '))
    .at(-1)
    .split(' ');
  return `tools:${id}:${secret}`;
}

/** The protos of a service, as its server describes them. */
function describe(address, symbol) {
  const file = fileURLToPath(new URL('reflection.proto', import.meta.url));
  const { ServerReflection } = loadPackageDefinition(loadSync(file, SHAPES)).grpc.reflection.v1alpha;
  const client = new ServerReflection(address, credentials.createInsecure());
  return new Promise((resolve, reject) => {
    const stream = client.ServerReflectionInfo({ deadline: Date.now() + DEADLINE_MS });
    stream.on('error', reject);
    stream.on('data', ({ file_descriptor_response, error_response }) => {
      client.close();
      if (!file_descriptor_response) return reject(new Error(error_response.error_message));
      const files = file_descriptor_response.file_descriptor_proto.map((bytes) =>
        descriptor.FileDescriptorProto.decode(bytes),
      );
      resolve(loadPackageDefinition(loadFileDescriptorSetFromObject({ file: files }, SHAPES)));
    });
    stream.write({ file_containing_symbol: symbol });
  });
}

/** One academy, as the service `name` sees it. */
export class AcademyClient {
  #data;
  #name;
  #clients = new Map();

  constructor(data, name) {
    this.#data = data;
    this.#name = name;
  }

  /** Of `auth.v1.Learners`, for example. */
  async #client(service) {
    const known = this.#clients.get(service);
    if (known) return known;
    const [process] = service.split('.');
    const address = (await readFile(join(this.#data, 'run', `${process}.addr`), 'utf8')).trim();
    const symbol = `academy.${service}`;
    let found = await describe(address, symbol);
    for (const part of symbol.split('.')) found = found[part];
    const client = new found(address, credentials.createInsecure());
    this.#clients.set(service, client);
    return client;
  }

  async #metadata() {
    const metadata = new Metadata();
    metadata.set('x-academy-credential', await proofOf(this.#data));
    metadata.set('x-academy-caller', `service:${this.#name}`);
    return metadata;
  }

  /** Throws an AcademyError; DEADLINE_EXCEEDED after `limit` milliseconds. */
  async call(service, method, request = {}, limit = DEADLINE_MS) {
    const client = await this.#client(service);
    const metadata = await this.#metadata();
    return new Promise((resolve, reject) => {
      client[method](request, metadata, { deadline: Date.now() + limit }, (error, answer) =>
        error ? reject(new AcademyError(error)) : resolve(answer),
      );
    });
  }

  /** The rows of a list, page by page: the next page begins after the last row, whatever is added meanwhile. */
  async *list(service, method, request = {}, rows = 'result') {
    let cursor;
    do {
      const page = await this.call(service, method, { limit: PAGE, ...request, ...(cursor ? { cursor } : {}) });
      yield* page[rows];
      cursor = page.next_cursor;
    } while (cursor);
  }

  /**
   * Calls `take` with each event after `place`, in the order of commits, until it returns false. Resolves with the place
   * of the last one, which is to be stored with what it had as its effect. Rejects when the stream breaks or is silent:
   * go on from the place that is stored.
   */
  async follow(service, place, take) {
    const client = await this.#client(service);
    const stream = client.watch({ after: place }, await this.#metadata());
    let last = place;
    return new Promise((resolve, reject) => {
      let silence = { ms: Infinity, timer: undefined };
      const end = (how, what) => {
        clearTimeout(silence.timer);
        stream.cancel();
        how(what);
      };
      const hear = () => {
        clearTimeout(silence.timer);
        if (silence.ms < Infinity)
          silence.timer = setTimeout(() => end(reject, new Error('the feed is silent')), silence.ms);
      };
      stream.on('error', (error) => end(reject, new AcademyError(error)));
      stream.on('data', (event) => {
        if (event.start) {
          // With `gap` or `restored` the whole state must be read again before going on.
          const { head, gap, restored, heartbeat_ms } = event.start;
          silence = { ...silence, ms: Number(heartbeat_ms) > 0 ? SILENCES * Number(heartbeat_ms) : Infinity };
          last = { ...last, database_id: head.database_id };
          if (Number(place.position) < 0) last = head;
          if (!take({ live: true, gap, restored })) return end(resolve, last);
        } else if (!event.heartbeat) {
          last = { ...last, position: event.position, event_id: event.event_id };
          if (!take(event)) return end(resolve, last);
        }
        hear();
      });
    });
  }

  close() {
    for (const client of this.#clients.values()) client.close();
  }
}

/** What there is to read, as a report would begin. */
async function main(data) {
  const academy = new AcademyClient(data, 'payroll');
  const count = async (rows) => {
    let found = 0;
    for await (const _ of rows) found += 1;
    return found;
  };
  try {
    const [learner] = (await academy.call('auth.v1.Learners', 'listLearners', { limit: 1 })).result;
    const counted = {
      learners: await count(academy.list('auth.v1.Learners', 'listLearners')),
      managers: (await academy.call('auth.v1.Managers', 'listManagers')).result.length,
      courses: await count(academy.list('catalog.v1.Courses', 'listCourses')),
      events: await count(academy.list('auth.v1.Audit', 'listEvents')),
      online: (await academy.call('presence.v1.Presence', 'listOnline')).learner_ids.length,
    };
    if (learner) {
      const request = { learner_id: learner.id, list: 'assigned' };
      const rows = academy.list('enrollment.v1.Assignments', 'listLearnerCourses', request, 'user_courses');
      counted.coursesOfFirst = await count(rows);
    }
    console.log(JSON.stringify(counted, undefined, 2));
  } finally {
    academy.close();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv[2] ?? 'data');
