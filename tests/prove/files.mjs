// Reads what is in the data folder, beside the running processes.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const SERVICES = ['auth', 'catalog', 'enrollment', 'presence'];

/** SQLite's files of a data folder. */
export class SqliteFiles {
  /** A course's parts, as JSON. */
  parts = `SELECT json_group_array(json_object('id', id, 'title', title, 'video', coalesce(asset_id, ''))) FROM
    (SELECT id, title, asset_id FROM parts WHERE course_id = courses.id ORDER BY ordinal)`;

  constructor(data) {
    this.data = data;
  }

  /** What commands and processes need to be told. */
  flags() {
    return [];
  }

  /** The rows of a query, read only. */
  async rows(service, sql) {
    const file = join(this.data, service, `${service}.db`);
    const words = ['-readonly', '-bail', '-json', '-cmd', '.timeout 5000', file, sql];
    const { stdout } = await run('sqlite3', words, { maxBuffer: 1 << 29 });
    return stdout.trim() === '' ? [] : JSON.parse(stdout);
  }

  /** What is wrong inside a database, by its own checks. */
  async damage(service) {
    const found = await this.rows(service, 'PRAGMA integrity_check; PRAGMA foreign_key_check');
    return found.filter((row) => row.integrity_check !== 'ok').map((row) => JSON.stringify(row));
  }
}

/** Everything that clients write and databases show, by kind: name -> the `{id, state}` that have that name. */
export async function contents(databases, lesson) {
  const [courses, captions, learners, managers, mails, enrollment] = await Promise.all([
    databases.rows(
      'catalog',
      `SELECT id, title AS name, description, (${databases.parts}) AS parts,
         (SELECT COUNT(*) FROM binned_courses WHERE course_id = courses.id) AS binned FROM courses`,
    ),
    databases.rows('catalog', `SELECT asset_id || '/' || lang AS name, label FROM captions`),
    databases.rows(
      'auth',
      `SELECT id, phonenumber AS name, email, fullname, address, active,
         (SELECT COUNT(*) FROM binned_learners WHERE learner_id = learners.id) AS binned FROM learners`,
    ),
    databases.rows(
      'auth',
      `SELECT id, email AS name, fullname, role,
         (SELECT COUNT(*) FROM totp_factors WHERE manager_id = managers.id) AS totp,
         (SELECT COUNT(*) FROM recovery_codes WHERE manager_id = managers.id) AS codes FROM managers`,
    ),
    databases.rows(
      'auth',
      `SELECT subject_id AS id, subject_id AS name, COUNT(*) AS again FROM audit_events
         WHERE action = 'mail.sent_again' GROUP BY subject_id`,
    ),
    databases.rows(
      'enrollment',
      `SELECT id, course_id || '/' || learner_id AS name, 'assignment' AS kind, course_id AS course,
         CAST(round((expiry_ms - start_ms) / 86400000.0) AS INTEGER) AS value, '' AS watched FROM assignments
       UNION ALL SELECT learner_id, learner_id, 'progress', course_id, position_ms, watched FROM part_progress
         WHERE part_id = '${lesson.partId}'`,
    ),
  ]);
  const kinds = ['course', 'captions', 'learner', 'manager', 'mail', 'assignment', 'progress'];
  const found = Object.fromEntries(kinds.map((kind) => [kind, new Map()]));
  const add = (kind, { id, name }, state, more) => {
    const list = found[kind].get(name);
    if (list) list.push({ id, state, ...more });
    else found[kind].set(name, [{ id, state, ...more }]);
  };
  for (const row of courses) {
    const parts = JSON.parse(row.parts);
    const state = { description: row.description, parts: parts.map(({ title, video }) => ({ title, video })) };
    add('course', row, { ...state, binned: row.binned }, { partIds: parts.map(({ id }) => id) });
  }
  for (const row of captions) add('captions', row, { label: row.label });
  for (const row of learners) {
    const { email, fullname, address, active, binned } = row;
    add('learner', row, { email, fullname, address, active, binned });
  }
  for (const row of managers) {
    const { fullname, role, totp, codes } = row;
    add('manager', row, { fullname, role, totp, codes });
  }
  for (const row of mails) add('mail', row, { again: row.again });
  for (const row of enrollment) {
    if (row.kind === 'progress') add('progress', row, { position: row.value, watched: row.watched });
    // The lesson's assignments are nobody's to change.
    else if (row.course !== lesson.courseId) add('assignment', row, { days: row.value });
  }
  return found;
}

/** The state of the assets, and whether the uploaded file is kept: id -> `{ready, kept}`. */
export async function assets({ databases, isKept }, ids) {
  const list = ids.map((id) => `'${id}'`).join(', ');
  const found = await databases.rows('catalog', `SELECT id, status FROM assets WHERE id IN (${list})`);
  const states = found.map(async ({ id, status }) => [id, { ready: status === 'ready', kept: await isKept(id) }]);
  return new Map(await Promise.all(states));
}
