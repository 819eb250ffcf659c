// Compares what the academy has with what it acknowledged, refused or left open. The clients rest meanwhile, so every
// outcome is decided: what was unknown is settled by what is there.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

import { ROOT } from '../bench/lib/academy.mjs';
import { settled } from './calls.mjs';
import { assets, contents, SERVICES } from './files.mjs';
import { fault } from './playback.mjs';
import { secrets } from './secrets.mjs';
import { same } from './thing.mjs';
import { renew } from './world.mjs';

const run = promisify(execFile);
/** Events and mails reach their places in the background. */
const SETTLE_MS = 15_000;
/** Videos that were played before and are played in every round; a thorough check plays all. */
const PLAYED_AGAIN = 5;
const AUDITED = `('course.created', 'course.updated', 'course.deleted', 'course.restored', 'course.purged',
  'captions.uploaded', 'captions.deleted', 'learner.created', 'learner.updated', 'learner.activated',
  'learner.deactivated', 'learner.removed', 'learner.restored', 'learner.purged', 'learner.password_changed',
  'manager.created', 'manager.role_changed', 'manager.totp_enabled', 'manager.factors_reset', 'manager.removed', 'assignment.created', 'assignment.dates_changed',
  'assignment.removed')`;
/** Their states are no changes of what they are called, or are counted themselves. */
const NOT_AUDITED = ['progress', 'mail'];
/** The mails that changes promise. */
const PROMISED = ['email_changed', 'password_changed', 'role_changed', 'factors_changed'];

export class Checker {
  /** `{what: lost, doubled or wrong, text}` of everything that must not be. */
  findings = [];
  #head;

  constructor(academy, calls, clients, world, journal) {
    Object.assign(this, { academy, calls, clients, world, journal });
  }

  find(what, text) {
    this.findings.push({ what, text });
    this.journal.note({ finding: what, text });
  }

  count(what) {
    return this.findings.filter((finding) => finding.what === what).length;
  }

  /** Everything that a round checks. */
  async check({ thorough = false } = {}) {
    await this.#manager();
    if (this.findings.length > 0) return;
    await this.#things();
    if (this.findings.length > 0) return;
    await this.#references();
    await this.#audit(thorough);
    await this.#mails();
    await this.#uploads(thorough);
    await this.#captions();
    await this.#sessions();
    await this.#outside(thorough);
    this.#forgetRemoved();
  }

  /** The manager of all clients never signs out. */
  async #manager() {
    const answer = await renew(this.calls, this.world);
    if (answer.status === 401) this.find('lost', `the manager's session: ${answer.body.code}`);
  }

  #live() {
    return this.clients.flatMap((client) => client.things.map((thing) => ({ client, thing })));
  }

  async #things() {
    const found = {
      ...(await contents(this.academy.databases, this.world.lesson)),
      ...(await secrets(this.academy.databases, this.calls, this.clients, this.world)),
    };
    const expected = new Set();
    for (const { client, thing } of this.#live()) {
      // Its successor has the same name.
      if (
        thing.kind === 'assignment' &&
        thing.state === null &&
        !thing.pending &&
        client.things.some((other) => other !== thing && other.name === thing.name && (other.state || other.pending))
      )
        continue;
      expected.add(`${thing.kind} ${thing.name}`);
      const there = found[thing.kind].get(thing.name) ?? [];
      if (there.length > 1) {
        this.find('doubled', `${thing.kind} ${thing.name} is there ${there.length} times`);
        continue;
      }
      this.#judge(thing, there[0]);
    }
    for (const thing of this.world.refused.splice(0)) {
      if (found[thing.kind].has(thing.name) && !expected.has(`${thing.kind} ${thing.name}`)) {
        this.find('wrong', `${thing.kind} ${thing.name} was refused and is there`);
      }
    }
    for (const [kind, things] of Object.entries(found)) {
      for (const name of things.keys()) {
        if (expected.has(`${kind} ${name}`) || this.world.own.has(name)) continue;
        if (this.world.removed.has(`${kind} ${name}`)) this.find('lost', `the removal of ${kind} ${name}`);
        else this.find('wrong', `${kind} ${name} is there, and nobody made it`);
      }
    }
  }

  /** What was removed must stay away. */
  #forgetRemoved() {
    for (const client of this.clients) {
      const left = client.things.filter(({ state, lasting }) => state || lasting);
      for (const { kind, name, state } of client.things) if (!state) this.world.removed.add(`${kind} ${name}`);
      for (const { kind, name } of left) this.world.removed.delete(`${kind} ${name}`);
      client.things = left;
    }
  }

  #judge(thing, there) {
    const { id, state = null, partIds } = there ?? {};
    const { pending } = thing;
    thing.id ??= id;
    thing.partIds = partIds;
    if (pending && same(state, pending.after)) {
      thing.become(state);
      this.journal.note({ settled: thing.name, done: true });
      return;
    }
    thing.pending = undefined;
    if (same(state, thing.state)) return;
    const text = `${thing.kind} ${thing.name}: ${JSON.stringify(state)} is there, ${JSON.stringify(thing.state)} was acknowledged${pending ? `, ${JSON.stringify(pending.after)} is unknown` : ''}`;
    const earlier = thing.history.some((entry) => same(entry.state, state));
    this.find(earlier ? 'lost' : state?.days > thing.state?.days ? 'doubled' : 'wrong', text);
  }

  async #references() {
    const { databases } = this.academy;
    for (const service of SERVICES) {
      for (const text of await databases.damage(service)) this.find('wrong', `${service}.db: ${text}`);
    }
    // A removal reaches enrollment by the feed.
    await this.#eventually('references that lead nowhere', async () => {
      const [assigned, courses, learners] = await Promise.all([
        databases.rows('enrollment', 'SELECT course_id, learner_id FROM assignments'),
        databases.rows('catalog', 'SELECT id FROM courses'),
        databases.rows('auth', 'SELECT id FROM learners'),
      ]);
      const ids = new Set([...courses, ...learners].map(({ id }) => id));
      return assigned
        .filter((row) => !ids.has(row.course_id) || !ids.has(row.learner_id))
        .map((row) => JSON.stringify(row));
    });
  }

  /** Asks until nothing is left, and otherwise reports what is. */
  async #eventually(what, ask) {
    const end = performance.now() + SETTLE_MS;
    for (;;) {
      const left = await ask();
      if (left.length === 0) return;
      if (performance.now() > end) return this.find('wrong', `${what}: ${left.slice(0, 3).join('; ')}`);
      await pause(100);
    }
  }

  async #audit(thorough) {
    const { data, databases } = this.academy;
    for (const { thing } of this.#live()) {
      const subject = thing.subject ?? thing;
      if (subject.id && !NOT_AUDITED.includes(thing.kind)) {
        this.world.effects.set(subject.id, { thing: subject, effects: subject.effects });
      }
    }
    await this.#eventually('events of the audit trail', async () => {
      const counts = await databases.rows(
        'auth',
        `SELECT subject_id AS id, COUNT(*) AS n FROM audit_events WHERE action IN ${AUDITED} GROUP BY subject_id`,
      );
      const found = new Map(counts.map(({ id, n }) => [id, n]));
      return [...this.world.effects]
        .filter(([id, { effects }]) => (found.get(id) ?? 0) !== effects)
        .map(
          ([id, { thing, effects }]) =>
            `${thing.kind} ${thing.name} (${id}) was changed ${effects} times and has ${found.get(id) ?? 0} events`,
        );
    });
    if (!thorough) return;
    const words = [
      'audit',
      'verify',
      '--data',
      data,
      ...databases.flags('auth'),
      ...(this.#head ? ['--head', this.#head] : []),
    ];
    try {
      const { stdout } = await run(join(ROOT, 'academy'), words);
      this.#head = /^Head: (\S+)$/m.exec(stdout)?.[1];
    } catch (error) {
      this.find('wrong', `the audit trail: ${error.stdout}${error.stderr}`);
    }
  }

  async #mails() {
    const { databases } = this.academy;
    for (const { thing } of this.#live()) for (const [mail, n] of thing.mails) this.world.mails.set(mail, n);
    const kept = await databases.rows('auth', 'SELECT id, kind, recipient, state FROM mails');
    const there = new Map();
    for (const { kind, recipient } of kept) {
      if (!PROMISED.includes(kind)) continue;
      const mail = `${kind} ${recipient}`;
      there.set(mail, (there.get(mail) ?? 0) + 1);
    }
    for (const [mail, n] of this.world.mails) {
      const count = there.get(mail) ?? 0;
      if (count !== n)
        this.find(count < n ? 'lost' : 'doubled', `${n} mails (${mail}) were promised, ${count} are there`);
    }
    for (const mail of there.keys()) {
      if (!this.world.mails.has(mail)) this.find('wrong', `a mail (${mail}) is there, and nothing sends it`);
    }
    const ids = new Set(kept.map(({ id }) => id));
    for (const id of this.world.mailbox.ids()) {
      if (!ids.has(id)) this.find('wrong', `the mail ${id} arrived and is not in the outbox`);
    }
    const arrived = this.world.mailbox.ids();
    for (const { id, state } of kept) {
      if (state === 'sent' && !arrived.has(id))
        this.find('lost', `the mail ${id} is said to be sent and did not arrive`);
    }
  }

  /** Every upload is ready and can be played, or its file is kept. */
  async #uploads(thorough) {
    const { clients, world, calls } = this;
    const ids = clients.flatMap(({ uploads }) => uploads);
    if (ids.length === 0) return;
    const found = await assets(this.academy, ids);
    for (const id of ids) {
      const asset = found.get(id);
      if (!asset || (!asset.ready && !asset.kept)) {
        this.find('lost', `the upload ${id}: ${JSON.stringify(asset)}`);
        continue;
      }
      if (!asset.ready || (world.played.has(id) && !thorough && clients[0].random.below(ids.length) >= PLAYED_AGAIN))
        continue;
      const wrong = await fault(calls, world.token, id);
      if (wrong) this.find('lost', `the upload ${id} is ready, and cannot be played: ${wrong}`);
      world.played.add(id);
    }
  }

  /** The file behind each client's captions is theirs. */
  async #captions() {
    const { calls, world } = this;
    const wanted = new Map(
      this.clients.flatMap(({ lang, captions }) => (captions.state ? [[lang, captions.state]] : [])),
    );
    if (wanted.size === 0) return;
    const body = { assetId: world.lesson.assetId };
    const { result } = await calls.must('POST', '/api/cm/media/fetch-preview', body, world.token);
    await Promise.all(
      result.captions.map(async ({ lang, url }) => {
        const label = wanted.get(lang)?.label;
        if (!label) return;
        wanted.delete(lang);
        const answer = await fetch(new URL(url, calls.url));
        const text = await answer.text();
        if (!text.split('\n').includes(label))
          this.find('lost', `the file of ${label}: ${answer.status} ${JSON.stringify(text.slice(0, 100))}`);
      }),
    );
    for (const { label } of wanted.values()) this.find('wrong', `${label} are not shown`);
  }

  /** Whoever was signed out stays signed out, and who was not, not. */
  async #sessions() {
    await Promise.all(
      this.clients.map(async ({ revoked, wrong, random }) => {
        const some = revoked.length === 0 ? [] : [revoked.at(-1), random.of(revoked)];
        for (const token of new Set(some)) {
          const answer = await this.calls.once({ method: 'POST', path: '/api/user/fetch-info', body: {}, token });
          if (answer.outcome === 'ok')
            wrong.push(`is signed in again with a token that had ended, ${token.slice(0, 8)}...`);
        }
      }),
    );
    for (const { number, wrong } of this.clients) {
      for (const text of wrong) this.find('wrong', `client ${number}: ${text}`);
    }
    const tokens = this.clients.flatMap(({ number, token, pupilToken }) =>
      [token, pupilToken].flatMap((each) => (each ? [{ number, token: each }] : [])),
    );
    for (const { number, token } of tokens) {
      const answer = await this.calls.once({ method: 'POST', path: '/api/user/fetch-info', body: {}, token });
      if (answer.status === 401) this.find('lost', `the session of client ${number}: ${answer.body.code}`);
    }
  }

  /** The edge answers what the files have. */
  async #outside(thorough) {
    const { token } = this.world;
    for (const client of thorough ? this.clients : this.clients.filter(() => this.clients[0].random.below(4) === 0)) {
      for (const thing of client.things.filter(({ id, state }) => id && state)) await this.#seen(thing, token);
    }
  }

  /** The edge shows a thing as it is; not what is in the bin. */
  async #seen(thing, token) {
    const { kind, id, name, state } = thing;
    const [path, body] =
      kind === 'course'
        ? ['/api/cm/course/fetch-course', { courseId: id }]
        : ['/api/cm/user/fetch-user', { clientId: id }];
    if (kind !== 'course' && kind !== 'learner') return;
    const answer = await settled(() => this.calls.once({ method: 'POST', path, body, token }));
    const { result = {} } = answer.body;
    const { email, fullname, address, active, description, parts } = result;
    const shown =
      kind === 'course'
        ? { description, parts: parts?.map((part) => ({ title: part.title, video: part.video?.assetId ?? '' })) }
        : { email, fullname, address, active: Number(active) };
    const right = state.binned ? answer.status === 404 : same({ ...shown, binned: 0 }, state);
    if (!right) this.find('wrong', `the edge shows ${kind} ${name} as ${JSON.stringify(answer.body)}`);
  }
}
