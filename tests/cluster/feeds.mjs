// Reads the change feeds as a service of the owner's own does, at whichever replica answers, and compares what came with
// what the databases have: no event is missing, none comes twice, all come in their order.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { credentials, loadPackageDefinition, Metadata } from '@grpc/grpc-js';
import { loadSync } from '@grpc/proto-loader';

import { ROOT } from '../bench/lib/academy.mjs';
import { addressesOf } from './academy.mjs';
import { until } from './until.mjs';

/** An event's id has more digits than a JavaScript number. */
const SHAPES = { keepCase: true, longs: String, defaults: false, includeDirs: [join(ROOT, 'proto')] };
const FEEDS = [
  { service: 'auth', file: 'academy/auth/v1/sessions.proto', stub: 'Sessions' },
  { service: 'catalog', file: 'academy/catalog/v1/feed.proto', stub: 'Feed' },
  { service: 'enrollment', file: 'academy/enrollment/v1/access.proto', stub: 'Access' },
];
/** A stream promises to say something each second. */
const SILENCE_MS = 3000;
const AGAIN_MS = 100;
const SETTLE_MS = 15_000;
/** Sabotage: the reader loses one of so many events. */
const LOST_ONE_OF = 20;

export class Feeds {
  #readers;

  constructor(academy, checker, { skipped = false } = {}) {
    Object.assign(this, { academy, checker });
    this.#readers = FEEDS.map((feed) => new Reader(feed, academy, checker.journal, skipped));
  }

  /** Begins at the feeds' ends, and returns when all are followed. */
  async start() {
    for (const reader of this.#readers) void reader.read();
    const follow = () => this.#readers.every(({ first }) => first !== undefined);
    await until('the feeds', follow, SETTLE_MS);
  }

  get events() {
    return this.#readers.reduce((sum, { events }) => sum + events.length, 0);
  }

  async check() {
    for (const reader of this.#readers) await this.#compare(reader);
  }

  async #compare(reader) {
    const { service, first, events, troubles } = reader;
    const sql = `SELECT position::text, event_id::text AS id FROM change_feed WHERE position > ${first} ORDER BY position`;
    const rows = (await this.academy.databases.rows(service, sql)).map(({ position, id }) => `${position}:${id}`);
    // The last event may still be on its way.
    const arrived = () => rows.length === 0 || events.includes(rows.at(-1));
    await until('the last event', arrived, SETTLE_MS).catch(() => {});
    const [read, there] = [new Set(), new Set(rows)];
    const repeated = events.filter((event) => read.size === read.add(event).size);
    const report = (what, list) => {
      if (list.length > 0) this.checker.find('wrong', `the feed of ${service} ${what}: ${list.slice(0, 3).join(', ')}`);
    };
    report(
      'skipped',
      rows.filter((event) => !read.has(event)),
    );
    report('repeated', repeated);
    // Who wrote after the rows were read is not among them.
    const last = BigInt(rows.at(-1)?.split(':')[0] ?? first);
    report(
      'told what is not there',
      events.filter((event) => !there.has(event) && BigInt(event.split(':')[0]) <= last),
    );
    report(
      'is out of order at',
      events.filter((event, index) => index > 0 && positionOf(event) <= positionOf(events[index - 1])),
    );
    report('said', troubles);
  }
}

const positionOf = (event) => BigInt(event.split(':')[0]);

/** Follows one feed for the whole run. */
class Reader {
  /** The position at which it began; undefined until then. */
  first;
  /** `position:id`, as they came. */
  events = [];
  /** What a reader must not be told while nobody restores or prunes anything. */
  troubles = [];
  #place = { position: '-1' };
  #stubs;
  #at = 0;

  constructor({ service, file, stub }, academy, journal, skipped) {
    Object.assign(this, { service, academy, journal, skipped });
    const Stub = loadPackageDefinition(loadSync(file, SHAPES)).academy[service].v1[stub];
    const folder = academy.certificatesOf('hub', 'tools');
    const [authority, key, certificate] = ['ca.pem', 'tools.key', 'tools.pem'].map((name) =>
      readFileSync(join(folder, name)),
    );
    const options = { 'grpc.ssl_target_name_override': `${service}.academy.internal` };
    const transport = credentials.createSsl(authority, key, certificate);
    this.#stubs = addressesOf(service).map((address) => new Stub(address, transport, options));
  }

  /** Never returns: whoever breaks off is followed by the next replica, from the same place. */
  async read() {
    for (;;) {
      const why = await this.#follow(this.#stubs[this.#at % this.#stubs.length]);
      this.journal.note({ feed: this.service, replica: this.#at % this.#stubs.length, why, ...this.#place });
      this.#at += 1;
      await pause(AGAIN_MS);
    }
  }

  /** Resolves with why it ended. */
  #follow(stub) {
    const stream = stub.Watch({ after: this.#place }, this.#metadata());
    return new Promise((resolve) => {
      let silence;
      const end = (why) => {
        clearTimeout(silence);
        stream.cancel();
        resolve(why);
      };
      const hear = () => {
        clearTimeout(silence);
        silence = setTimeout(() => end('silent'), SILENCE_MS);
      };
      hear();
      stream.on('error', (error) => end(error.message));
      stream.on('end', () => end('ended'));
      stream.on('data', (message) => {
        hear();
        this.#take(message);
      });
    });
  }

  #take({ start, heartbeat, position, event_id: id }) {
    if (start) {
      const { head, gap, restored } = start;
      if (gap || restored) this.troubles.push(gap ? 'a gap' : 'that it was restored');
      if (this.first === undefined) this.#place = head;
      this.first ??= head.position ?? '0';
      this.#place = { ...this.#place, database_id: head.database_id };
    } else if (!heartbeat) {
      this.#place = { ...this.#place, position, event_id: id };
      const lost = this.skipped && this.events.length % LOST_ONE_OF === LOST_ONE_OF - 1;
      if (lost) this.skipped = false;
      else this.events.push(`${position}:${id}`);
    }
  }

  /** The last line of the key's file is the current key. */
  #metadata() {
    const lines = readFileSync(join(this.academy.data, 'keys/tools'), 'utf8').split('\n');
    const [, id, , , secret] = lines
      .filter((line) => line.startsWith('key '))
      .at(-1)
      .split(' ');
    const metadata = new Metadata();
    metadata.set('x-academy-credential', `tools:${id}:${secret}`);
    metadata.set('x-academy-caller', 'service:feeds');
    return metadata;
  }
}
