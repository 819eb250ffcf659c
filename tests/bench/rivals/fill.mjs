// Fills the Fastify rival's database with the academy's answers.
//   node fill.mjs DATABASE ANSWERS      ANSWERS is a JSON file: {users, courses, assignments, sessions, password}
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { hash } from '@node-rs/argon2';
import Sqlite from 'better-sqlite3';

const [, , path, answers] = process.argv;
const {
  users,
  courses = [],
  assignments = [],
  sessions = [],
  password = '',
} = JSON.parse(readFileSync(answers, 'utf8'));
const database = new Sqlite(path);
database.pragma('journal_mode = WAL');
database.exec(`
  CREATE TABLE learners (id TEXT PRIMARY KEY, email TEXT NOT NULL UNIQUE, fullname TEXT NOT NULL,
    phonenumber TEXT NOT NULL, address TEXT NOT NULL, active INTEGER NOT NULL, activated INTEGER NOT NULL,
    last_login_at INTEGER NOT NULL, created_at INTEGER NOT NULL, fullname_key TEXT NOT NULL,
    password_hash TEXT NOT NULL);
  CREATE INDEX learners_by_name ON learners (fullname_key, id);
  CREATE TABLE courses (id TEXT PRIMARY KEY, title TEXT NOT NULL, description TEXT NOT NULL, image TEXT,
    created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL);
  CREATE INDEX courses_by_time ON courses (created_at, id);
  CREATE TABLE parts (id TEXT PRIMARY KEY, course_id TEXT NOT NULL, ordinal INTEGER NOT NULL, title TEXT NOT NULL,
    description TEXT NOT NULL, duration REAL NOT NULL);
  CREATE INDEX parts_by_course ON parts (course_id, ordinal);
  CREATE TABLE assignments (id TEXT PRIMARY KEY, course_id TEXT NOT NULL, learner_id TEXT NOT NULL,
    start_ms INTEGER NOT NULL, expiry_ms INTEGER NOT NULL, created_at INTEGER NOT NULL);
  CREATE INDEX assignments_by_learner ON assignments (learner_id, created_at, id);
  CREATE TABLE progress (learner_id TEXT NOT NULL, course_id TEXT NOT NULL, part_id TEXT NOT NULL,
    position REAL NOT NULL, watched REAL NOT NULL, completed INTEGER NOT NULL, updated_at INTEGER NOT NULL,
    PRIMARY KEY (learner_id, course_id, part_id)) WITHOUT ROWID;
  CREATE TABLE sessions (token_hash BLOB PRIMARY KEY, kind TEXT NOT NULL, person TEXT NOT NULL,
    fullname TEXT NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
`);

// Argon2id at the academy's cost; the seeded learners share one hash there too.
const passwordHash = password === '' ? '' : await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const time = (text) => (text ? Date.parse(text) : 0);

/** Inserts rows of one table, each an array of its columns. */
function insert(table, rows) {
  if (rows.length === 0) return;
  const statement = database.prepare(`INSERT INTO ${table} VALUES (${rows[0].map(() => '?').join(', ')})`);
  for (const row of rows) statement.run(row);
}

database.transaction(() => {
  insert(
    'learners',
    users.map((user, index) => [
      user._id,
      user.email,
      user.fullname,
      user.phonenumber,
      user.address,
      Number(user.active),
      Number(user.activated),
      time(user.lastLogin),
      time(user.createdAt),
      // Keeps the academy's order, which follows Arabic spelling; how the order is computed is not measured.
      String(index).padStart(6, '0'),
      passwordHash,
    ]),
  );
  for (const course of courses) {
    const { _id, title, description, image, createdAt, updatedAt } = course;
    insert('courses', [[_id, title, description, image, time(createdAt), time(updatedAt)]]);
    insert(
      'parts',
      course.parts.map((part, ordinal) => [part._id, _id, ordinal, part.title, part.description, part.duration]),
    );
  }
  assignments.forEach(({ _id, courseId, clientId, startDate, expiryDate, progress }, index) => {
    // Newest first, as in the academy's answer.
    insert('assignments', [[_id, courseId, clientId, time(startDate), time(expiryDate), assignments.length - index]]);
    const states = progress.parts.filter((part) => part.updatedAt !== null);
    insert(
      'progress',
      states.map((part) => [
        clientId,
        courseId,
        part.partId,
        part.position,
        part.watchedSeconds,
        Number(part.completed),
        time(part.updatedAt),
      ]),
    );
  });
  insert(
    'sessions',
    sessions.map(({ token, kind, person, fullname }) => [
      createHash('sha256').update(token).digest(),
      kind,
      person,
      fullname,
      Date.now() + 8 * 3600 * 1000,
    ]),
  );
})();
database.close();
