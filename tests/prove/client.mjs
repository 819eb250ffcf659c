// One of the clients: it makes one write after another, and knows what each of its things must be.
import { setTimeout as pause } from 'node:timers/promises';

import { Random } from './random.mjs';
import { Thing } from './thing.mjs';
import { renew } from './world.mjs';
import { WRITES } from './writes.mjs';

const THINK_MS = [100, 500];
/** One of so many steps is a sign-in, or an upload: both are work for the machine, not for the database. */
const SIGN_INS = 60;
const UPLOADS = 150;
const REFUSED_WITHIN_MS = 1000;
/** An import may take 60 s at the edge, whether or not anybody still waits for it. */
const LATE_MS = 65_000;
/** One of so many calls is made twice, if the academy takes keys. */
const REPEATED = 8;

export class Client {
  things = [];
  /** Tokens that the academy said have ended. */
  revoked = [];
  uploads = [];
  /** What answers should not have been. */
  wrong = [];
  token;
  pupilToken;
  #marks = 0;
  #phones = 0;
  #position = 0;

  constructor(number, seed, world) {
    this.number = number;
    this.random = new Random(seed, `client ${number}`);
    Object.assign(this, { password: world.password, lesson: world.lesson, world });
  }

  mark(word) {
    return `${word}-${this.number}-${++this.#marks}`;
  }

  newPhonenumber() {
    return `+9665${String(this.number).padStart(2, '0')}${String(++this.#phones).padStart(6, '0')}`;
  }

  nextPosition() {
    return (this.#position = (this.#position % 59_000) + 1);
  }

  add(thing) {
    this.things.push(thing);
    return thing;
  }

  /** What was refused is not there, which the checker looks at. */
  drop(thing) {
    this.things.splice(this.things.indexOf(thing), 1);
    this.world.refused.push(thing);
  }

  /** Makes the learner as whom this client signs in, with a lesson to watch, and one whose password is changed. */
  async prepare(calls) {
    const { assetId } = this.lesson;
    this.self = await this.makeLearner(calls, `self-${this.number}@academy.test`, this.password);
    const { id } = this.self;
    this.progress = this.add(new Thing('progress', id, { id, lasting: true }));
    this.bank = this.add(new Thing('bank', id, { id, lasting: true, subject: this.self }));
    // Mails to the pupil arrive late.
    const password = this.mark('Secret');
    this.pupil = await this.makeLearner(calls, `pupil-${this.number}@late.academy.test`, password);
    this.pupil.held = true;
    this.secret = this.add(new Thing('password', this.pupil.id, { id: this.pupil.id, lasting: true }));
    this.secret.become({ password });
    this.secret.subject = this.pupil;
    this.lang = `en-c${String(this.number).padStart(2, '0')}`;
    const captions = { id: assetId, lasting: true, subject: this.world.videoOfLesson };
    this.captions = this.add(new Thing('captions', `${assetId}/${this.lang}`, captions));
    await this.signIn(calls);
  }

  async makeLearner(calls, email, password) {
    const phonenumber = this.newPhonenumber();
    const state = { email, fullname: this.mark('name'), address: '', active: 1, binned: 0 };
    const body = { email, password, fullname: state.fullname, phonenumber, address: '' };
    const { result } = await calls.must('POST', '/api/cm/user/create-user', body, this.world.token);
    const learner = this.add(new Thing('learner', phonenumber, { id: result._id }));
    learner.become(state);
    return learner;
  }

  /** Works until `running` is no more. */
  async work(calls, running) {
    while (running()) {
      await pause(this.random.between(...THINK_MS));
      if (!running()) return;
      await this.step(calls, () => !running());
    }
  }

  async step(calls, ended) {
    if (!this.token || this.random.below(SIGN_INS) === 0) return this.signIn(calls);
    if (this.random.below(this.world.uploadOften ? UPLOADS / 5 : UPLOADS) === 0) return this.upload(calls);
    const kind = this.random.weighted(WRITES);
    const write = await kind.make(this, calls);
    if (write === undefined) return;
    const { request, changes = [[write.thing, write.after]] } = write;
    for (const [thing, after] of changes) thing.pending = { after };
    const states = changes.map(([thing, after]) => ({ thing: thing.name, before: thing.state, after }));
    const what = { client: this.number, write: kind.name, changes: states };
    const whole = { token: this.world.token, ...request };
    const answer = await calls.write(whole, what, ended);
    if (answer.late) for (const [thing] of changes) hold(thing);
    if (answer.outcome === 'ok') {
      for (const [thing, after] of changes) take(thing, after, answer.body);
      await write.done?.(calls);
      if (calls.isRepeatable(whole) && this.random.below(REPEATED) === 0) await this.repeat(calls, whole, what, answer);
    } else if (answer.outcome === 'refused') {
      for (const [thing] of changes) {
        thing.pending = undefined;
        if (thing.state === null && !thing.id) this.drop(thing);
      }
      await this.refused(calls, whole.token, answer);
    }
    // Unknown: nothing changes the things until the checker has seen what became of them.
  }

  /** The session has ended, or is no longer recent enough for what was asked. */
  async refused(calls, token, { status, body }) {
    if (status === 401 && token === this.token) this.token = undefined;
    if (status === 401 && token === this.pupilToken) this.pupilToken = undefined;
    if (body.code !== 'reauthentication_required') return;
    if (token === this.world.token) return renew(calls, this.world);
    if (token !== this.token && token !== this.pupilToken) return;
    const password = token === this.token ? this.password : this.secret.state.password;
    const request = { method: 'POST', path: '/api/auth/reauthenticate', body: { password }, token };
    await calls.write(request, { client: this.number, write: 'reauthenticate' });
  }

  /** Asks for what was done already: the answer is the same. Whether it was done twice, the check sees. */
  async repeat(calls, request, what, answer) {
    const again = await calls.again(request, what, answer);
    const replayed = again?.replayed || !calls.replays(request);
    if (again && (again.outcome !== 'ok' || !replayed)) {
      const things = what.changes.map(({ thing }) => thing).join(', ');
      this.wrong.push(`${what.write} of ${things} was repeated and answered ${again.status}, replayed: ${replayed}`);
    }
  }

  /** A new session ends the one before; at times that is signed out first, by its learner or by a manager. */
  async signIn(calls) {
    if (this.self.pending || !this.self.id) return;
    const before = this.token;
    this.token = undefined;
    if (before && this.random.below(2) === 0) await this.signOut(calls, before);
    const body = { email: this.self.state.email, password: this.password };
    const what = { client: this.number, write: 'sign in' };
    const answer = await calls.write({ method: 'POST', path: '/api/auth/login', body }, what);
    if (answer.outcome !== 'ok') return;
    this.token = answer.body.clientToken;
    if (before) await this.hasEnded(calls, before);
  }

  async signOut(calls, token) {
    const request =
      this.random.below(2) === 0
        ? { method: 'POST', path: '/api/auth/logout', body: {}, token }
        : { method: 'PUT', path: '/api/cm/user/sign-out', body: { clientId: this.self.id }, token: this.world.token };
    const answer = await calls.write(request, { client: this.number, write: 'sign out' });
    if (answer.outcome === 'ok') await this.hasEnded(calls, token);
  }

  /** Whoever was signed out is refused a second later, everywhere. */
  async hasEnded(calls, token) {
    await pause(REFUSED_WITHIN_MS);
    const request = { method: 'POST', path: '/api/user/fetch-info', body: {}, token };
    for (const { url, answer } of await calls.everywhere(request)) {
      if (answer.status === 401) ++calls.journal.counts.ended;
      if (answer.outcome === 'ok')
        this.wrong.push(`is still signed in at ${url} with a token that has ended, ${token.slice(0, 8)}...`);
    }
    this.revoked.push(token);
  }

  async upload(calls) {
    const { video, token } = this.world;
    const name = Buffer.from(`${this.mark('video')}.mp4`).toString('base64');
    const tus = { 'tus-resumable': '1.0.0' };
    const what = { client: this.number, write: 'create upload' };
    const path = '/api/cm/media/uploads';
    const headers = { ...tus, 'upload-length': String(video.length), 'upload-metadata': `filename ${name}` };
    const made = await calls.write({ method: 'POST', path, headers, token }, what);
    if (made.outcome !== 'ok' || !made.location) return;
    const address = new URL(made.location, calls.url).pathname;
    const sending = { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
    const sent = await calls.write(
      { method: 'PATCH', path: address, headers: sending, token, body: video },
      { client: this.number, write: 'upload', thing: address },
    );
    if (sent.outcome === 'ok') this.uploads.push(address.split('/').at(-1));
  }
}

/** Changes the thing no more while a late attempt could change it back. Whoever is held already stays so. */
function hold(thing) {
  if (thing.held) return;
  thing.held = true;
  setTimeout(() => (thing.held = false), LATE_MS).unref();
}

/** Takes what was acknowledged, and the ids that the answer tells. */
function take(thing, after, body) {
  thing.become(after);
  if (thing.kind === 'course') thing.partIds = body.result?.parts?.map(({ _id }) => _id) ?? thing.partIds;
  if (thing.kind !== 'assignment') thing.id ??= body.result?._id;
  else if (Array.isArray(body.result)) {
    thing.id ??= body.result.find(({ courseId, clientId }) => `${courseId}/${clientId}` === thing.name)?._id;
  }
}
