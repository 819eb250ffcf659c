// Statements on a database file of an academy: what no call can do, such as growing old. Write only while it is stopped.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs SQL on `data/<service>/<service>.db`; the rows as objects. */
export async function sql(data: string, service: 'auth' | 'catalog' | 'enrollment', text: string) {
  const { stdout } = await run('sqlite3', ['-bail', '-json', join(data, service, `${service}.db`), text]);
  return (stdout.trim() === '' ? [] : JSON.parse(stdout)) as Record<string, string | number>[];
}
