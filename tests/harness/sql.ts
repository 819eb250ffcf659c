// Runs SQL on an academy's database file, for what no call can do, such as making a session old. Write only while the
// academy is stopped.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes the sessions of these people look older than a quarter of an hour, so that they are no longer recent. */
export async function ageSessions(data: string, personIds: readonly string[]): Promise<void> {
  const people = personIds.map((id) => `'${id}'`).join(', ');
  await sql(data, 'auth', `UPDATE sessions SET recent_until = created_at WHERE user_id IN (${people})`);
}

/** Runs SQL on `data/<service>/<service>.db`; the rows as objects. */
export async function sql(data: string, service: 'auth' | 'catalog' | 'enrollment' | 'presence', text: string) {
  const { stdout } = await run('sqlite3', ['-bail', '-json', join(data, service, `${service}.db`), text]);
  return (stdout.trim() === '' ? [] : JSON.parse(stdout)) as Record<string, string | number>[];
}
