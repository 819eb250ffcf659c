// Reads what is in the data folder, beside the running processes.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const SERVICES = ['auth', 'catalog', 'enrollment', 'presence'];

/** SQLite's files of a data folder. */
export class SqliteFiles {
  /** The titles of a course's parts, as JSON. */
  titles = `SELECT json_group_array(title) FROM
    (SELECT title FROM parts WHERE course_id = courses.id ORDER BY ordinal)`;

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

/** Everything that clients write, by kind: name -> the `{id, state}` that have that name. */
export async function contents(databases, lesson) {
  const [courses, learners, enrollment] = await Promise.all([
    databases.rows(
      'catalog',
      `SELECT id, title AS name, description, (${databases.titles}) AS parts FROM courses
         WHERE id NOT IN (SELECT course_id FROM binned_courses)`,
    ),
    databases.rows(
      'auth',
      `SELECT id, phonenumber AS name, email, fullname, address, active FROM learners
         WHERE id NOT IN (SELECT learner_id FROM binned_learners)`,
    ),
    databases.rows(
      'enrollment',
      `SELECT id, course_id || '/' || learner_id AS name, 'assignment' AS kind, course_id AS course,
         CAST(round((expiry_ms - start_ms) / 86400000.0) AS INTEGER) AS value FROM assignments
       UNION ALL SELECT learner_id, learner_id, 'progress', course_id, position_ms FROM part_progress
         WHERE part_id = '${lesson.partId}'`,
    ),
  ]);
  const found = { course: new Map(), learner: new Map(), assignment: new Map(), progress: new Map() };
  const add = (kind, { id, name }, state) => {
    const list = found[kind].get(name);
    if (list) list.push({ id, state });
    else found[kind].set(name, [{ id, state }]);
  };
  for (const row of courses) add('course', row, { description: row.description, parts: JSON.parse(row.parts) });
  for (const row of learners) {
    const { email, fullname, address, active } = row;
    add('learner', row, { email, fullname, address, active });
  }
  for (const row of enrollment) {
    if (row.kind === 'progress') add('progress', row, { position: row.value });
    // The lesson's assignments are nobody's to change.
    else if (row.course !== lesson.courseId) add('assignment', row, { days: row.value });
  }
  return found;
}

/** The state of the assets, and whether the uploaded file is kept: id -> `{ready, kept}`. */
export async function assets(databases, data, ids) {
  const list = ids.map((id) => `'${id}'`).join(', ');
  const found = await databases.rows('catalog', `SELECT id, status FROM assets WHERE id IN (${list})`);
  return new Map(
    found.map(({ id, status }) => [
      id,
      { ready: status === 'ready', kept: existsSync(join(data, 'catalog/uploads', id)) },
    ]),
  );
}
