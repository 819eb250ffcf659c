// Reads what is in the data folder, beside the running processes.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const SERVICES = ['auth', 'catalog', 'enrollment', 'presence'];

/** The rows of a query, read only. */
export async function rows(data, service, sql) {
  const words = ['-readonly', '-bail', '-json', '-cmd', '.timeout 5000', join(data, service, `${service}.db`), sql];
  const { stdout } = await run('sqlite3', words, { maxBuffer: 1 << 29 });
  return stdout.trim() === '' ? [] : JSON.parse(stdout);
}

/** Everything that clients write, by kind: name -> the `{id, state}` that have that name. */
export async function contents(data, lesson) {
  const [courses, learners, enrollment] = await Promise.all([
    rows(
      data,
      'catalog',
      `SELECT id, title AS name, description, (SELECT json_group_array(title) FROM
         (SELECT title FROM parts WHERE course_id = courses.id ORDER BY ordinal)) AS parts FROM courses`,
    ),
    rows(data, 'auth', 'SELECT id, phonenumber AS name, email, fullname, address, active FROM learners'),
    rows(
      data,
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

/** What is wrong inside a database, by its own checks. */
export async function damage(data, service) {
  const found = await rows(data, service, 'PRAGMA integrity_check; PRAGMA foreign_key_check');
  return found.filter((row) => row.integrity_check !== 'ok').map((row) => JSON.stringify(row));
}

/** The state of the assets, and whether the uploaded file is kept: id -> `{ready, kept}`. */
export async function assets(data, ids) {
  const list = ids.map((id) => `'${id}'`).join(', ');
  const found = await rows(data, 'catalog', `SELECT id, status FROM assets WHERE id IN (${list})`);
  return new Map(
    found.map(({ id, status }) => [
      id,
      { ready: status === 'ready', kept: existsSync(join(data, 'catalog/uploads', id)) },
    ]),
  );
}
