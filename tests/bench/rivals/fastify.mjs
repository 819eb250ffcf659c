// Answers the calls of the benches `speed` and `sign-in` with one Fastify process and better-sqlite3: no hop, one thread
// (and four that hash passwords), the same JSON, and the same session check as ours (the token's SHA-256, looked up in
// the database).
//   node fastify.mjs DATABASE      prints its port
import { createHash, randomBytes } from 'node:crypto';

import { verify } from '@node-rs/argon2';
import Sqlite from 'better-sqlite3';
import Fastify from 'fastify';

const database = new Sqlite(process.argv[2]);
// As ours: a session that was told to somebody is on the disk.
database.pragma('synchronous = FULL');
const find = {
  learner: database.prepare('SELECT id, fullname, password_hash FROM learners WHERE email = ?'),
  session: database.prepare('SELECT kind, person, fullname, expires_at FROM sessions WHERE token_hash = ?'),
  learners: database.prepare('SELECT * FROM learners ORDER BY fullname_key, id'),
  courses: database.prepare('SELECT * FROM courses ORDER BY created_at DESC, id DESC'),
  parts: database.prepare('SELECT * FROM parts ORDER BY course_id, ordinal'),
  assignments: database.prepare(
    `SELECT a.id AS assignment, a.start_ms, a.expiry_ms, a.learner_id, c.* FROM assignments a
     JOIN courses c ON c.id = a.course_id WHERE a.learner_id = ? ORDER BY a.created_at DESC, a.id DESC`,
  ),
  assignedParts: database.prepare(
    `SELECT p.* FROM parts p JOIN assignments a ON a.course_id = p.course_id WHERE a.learner_id = ?
     ORDER BY p.course_id, p.ordinal`,
  ),
  progress: database.prepare('SELECT * FROM progress WHERE learner_id = ? ORDER BY course_id, part_id'),
};

const write = {
  signOut: database.prepare('DELETE FROM sessions WHERE kind = ? AND person = ?'),
  signIn: database.prepare('INSERT INTO sessions VALUES (?, ?, ?, ?, ?)'),
  lastLogin: database.prepare('UPDATE learners SET last_login_at = ? WHERE id = ?'),
};

const time = (milliseconds) => (milliseconds > 0 ? new Date(milliseconds).toISOString() : null);

// The default of our flag --complete_percent.
const COMPLETE_PERCENT = 90;

const toPart = (row) => ({
  _id: row.id,
  title: row.title,
  description: row.description,
  duration: row.duration,
  video: null,
  revision: 1,
});

const toCourse = (row, parts) => ({
  _id: row.id,
  id: row.id,
  title: row.title,
  description: row.description,
  image: row.image,
  parts: parts ?? [],
  createdAt: time(row.created_at),
  updatedAt: time(row.updated_at),
  revision: 1,
});

function partsByCourse(rows) {
  const parts = new Map();
  for (const row of rows) {
    const list = parts.get(row.course_id);
    if (list) list.push(toPart(row));
    else parts.set(row.course_id, [toPart(row)]);
  }
  return parts;
}

function percentOf(state, duration) {
  if (state.completed === 1) return 100;
  return duration > 0 ? Math.floor((state.watched * 100) / duration) : 0;
}

function toProgress(parts, states) {
  const progress = { percent: 0, lastPartId: null, parts: [], completePercent: COMPLETE_PERCENT };
  let newest = 0;
  let total = 0;
  let watchedInTotal = 0;
  for (const part of parts) {
    const state = states?.get(part._id);
    total += part.duration;
    if (!state) continue;
    watchedInTotal += state.completed ? part.duration : state.watched;
    if (state.updated_at >= newest) [newest, progress.lastPartId] = [state.updated_at, part._id];
    progress.parts.push({
      partId: part._id,
      position: state.position,
      watchedSeconds: state.watched,
      duration: part.duration,
      percent: percentOf(state, part.duration),
      completed: state.completed === 1,
      updatedAt: time(state.updated_at),
    });
  }
  if (total > 0) progress.percent = Math.floor((watchedInTotal * 100) / total);
  return progress;
}

function stateOf(row, now) {
  if (now < row.start_ms) return 'upcoming';
  return now > row.expiry_ms ? 'expired' : 'active';
}

function sessionOf(request) {
  const field = request.headers.authorization;
  if (field?.slice(0, 7).toLowerCase() !== 'bearer ') return undefined;
  const session = find.session.get(createHash('sha256').update(field.slice(7)).digest());
  return session && (session.expires_at === 0 || Date.now() < session.expires_at) ? session : undefined;
}

const app = Fastify({ logger: false });

const headers = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
app.addHook('onRequest', async (request, reply) => {
  reply.headers(headers).header('x-request-id', request.id);
});

/** A check before a handler: answers 401 or 403 unless the token belongs to a session of that `kind`. */
const only = (kind) => ({
  preHandler: async (request, reply) => {
    request.session = sessionOf(request);
    if (request.session === undefined) {
      return reply.code(401).send({ message: 'Please sign in', code: 'unauthenticated', requestId: request.id });
    }
    if (request.session.kind !== kind) {
      return reply.code(403).send({ message: 'You are not authorized', code: 'forbidden', requestId: request.id });
    }
    return undefined;
  },
});

app.get('/healthz', async () => ({ message: 'Alive' }));

app.post('/api/auth/trylogin', async (request) => {
  const session = sessionOf(request);
  if (session?.kind !== 'learner') {
    return { status: false, message: 'Please sign in', result: null, code: 'unauthenticated' };
  }
  const result = { clientId: session.person, fullname: session.fullname };
  return { status: true, message: 'Signed in', result };
});

const SESSION_MS = 14 * 24 * 3600 * 1000;
// A learner has one session.
const openSession = database.transaction((learner, tokenHash) => {
  write.signOut.run('learner', learner.id);
  write.signIn.run(tokenHash, 'learner', learner.id, learner.fullname, Date.now() + SESSION_MS);
  write.lastLogin.run(Date.now(), learner.id);
});

app.post('/api/auth/login', async (request, reply) => {
  const { email, password } = request.body;
  const learner = find.learner.get(email.toLowerCase());
  if (!learner || !(await verify(learner.password_hash, password))) {
    return reply.code(401).send({ message: 'The e-mail or the password is wrong', code: 'wrong_credentials' });
  }
  const token = randomBytes(32).toString('base64url');
  openSession(learner, createHash('sha256').update(token).digest());
  return { message: 'Signed in', token, result: { clientId: learner.id, fullname: learner.fullname } };
});

app.post('/api/user-course/fetch-courses', only('learner'), async (request) => {
  const learner = request.session.person;
  const now = Date.now();
  const parts = partsByCourse(find.assignedParts.all(learner));
  const states = new Map();
  for (const row of find.progress.all(learner)) {
    if (!states.has(row.course_id)) states.set(row.course_id, new Map());
    states.get(row.course_id).set(row.part_id, row);
  }
  const result = find.assignments.all(learner).map((row) => ({
    _id: row.assignment,
    courseId: row.id,
    clientId: row.learner_id,
    userId: row.learner_id,
    startDate: time(row.start_ms),
    expiryDate: time(row.expiry_ms),
    state: stateOf(row, now),
    course: toCourse(row, parts.get(row.id)),
    progress: toProgress(parts.get(row.id) ?? [], states.get(row.id)),
    revision: 1,
  }));
  return { message: 'Courses fetched', result };
});

app.post('/api/cm/course/fetch-courses', only('manager'), async () => {
  const parts = partsByCourse(find.parts.all());
  return { message: 'OK', result: find.courses.all().map((row) => toCourse(row, parts.get(row.id))) };
});

app.put('/api/cm/user/fetch-users', only('manager'), async () => ({
  message: 'Fetched Successfully',
  result: find.learners.all().map((row) => ({
    _id: row.id,
    email: row.email,
    fullname: row.fullname,
    phonenumber: row.phonenumber,
    address: row.address,
    active: row.active === 1,
    activated: row.activated === 1,
    status: 'offline',
    socketId: null,
    lastLogin: time(row.last_login_at),
    createdAt: time(row.created_at),
    revision: 1,
  })),
}));

await app.listen({ host: '127.0.0.1', port: 0 });
console.log(app.server.address().port);
