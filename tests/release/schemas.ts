// The tables of a service as its program makes them, and what breaks a program of another release that works on them.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { ROOT } from '../harness/cluster.ts';
import type { PostgresqlServer, Service } from '../harness/servers/postgresql.ts';

const run = promisify(execFile);

export interface Column {
  readonly type: string;
  readonly notNull: boolean;
  /** Null: none. */
  readonly default: string | null;
}

export interface Table {
  readonly columns: Readonly<Record<string, Column>>;
  /** Keys, uniqueness, references, checks and triggers, as the engine says them. */
  readonly constraints: readonly string[];
}

export type Tables = Readonly<Record<string, Table>>;

interface Row {
  readonly kind: string;
  readonly tab: string;
  readonly name: string;
  readonly type: string;
  readonly required: number;
  readonly preset: string | null;
}

const SQLITE = `
SELECT 'column' AS kind, t.name AS tab, c.name AS name, c.type AS type, c."notnull" AS required, c.dflt_value AS preset
  FROM sqlite_master t, pragma_table_xinfo(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
UNION ALL SELECT 'constraint', t.name,
  CASE i.origin WHEN 'pk' THEN 'PRIMARY KEY' ELSE 'UNIQUE' END || ' (' ||
    (SELECT group_concat(p.name, ', ') FROM pragma_index_info(i.name) p) || ')' ||
    CASE i.partial WHEN 1 THEN ' ' || (SELECT substr(sql, instr(sql, 'WHERE')) FROM sqlite_master WHERE name = i.name) ELSE '' END,
  '', 0, NULL FROM sqlite_master t, pragma_index_list(t.name) i WHERE t.type = 'table' AND i."unique" = 1 AND t.name NOT LIKE 'sqlite_%'
UNION ALL SELECT 'constraint', t.name, 'PRIMARY KEY (' || c.name || ')', '', 0, NULL
  FROM sqlite_master t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.pk > 0 AND c.type = 'INTEGER'
UNION ALL SELECT 'constraint', t.name,
  'FOREIGN KEY (' || f."from" || ') REFERENCES ' || f."table" || ' (' || f."to" || ') ON DELETE ' || f.on_delete,
  '', 0, NULL FROM sqlite_master t, pragma_foreign_key_list(t.name) f WHERE t.type = 'table'
UNION ALL SELECT 'constraint', tbl_name, 'TRIGGER ' || name, '', 0, NULL FROM sqlite_master WHERE type = 'trigger'
UNION ALL SELECT 'sql', name, sql, '', 0, NULL FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
ORDER BY 1, 2, 3`;

const POSTGRESQL = `
SELECT 'column' AS kind, c.table_name AS tab, c.column_name AS name,
  c.data_type || CASE WHEN c.collation_name IS NULL THEN '' ELSE ' ' || c.collation_name END AS type,
  CASE c.is_nullable WHEN 'NO' THEN 1 ELSE 0 END AS required, c.column_default AS preset
  FROM information_schema.columns c WHERE c.table_schema = 'public'
UNION ALL SELECT 'constraint', conrelid::regclass::text, pg_get_constraintdef(oid), '', 0, NULL
  FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND conrelid <> 0
UNION ALL SELECT 'constraint', i.indrelid::regclass::text,
  'UNIQUE ' || substr(pg_get_indexdef(i.indexrelid), strpos(pg_get_indexdef(i.indexrelid), '(')), '', 0, NULL
  FROM pg_index i LEFT JOIN pg_constraint k ON k.conindid = i.indexrelid AND k.contype IN ('p', 'u')
  JOIN pg_class n ON n.oid = i.indexrelid WHERE i.indisunique AND k.oid IS NULL AND n.relnamespace = 'public'::regnamespace
UNION ALL SELECT 'constraint', tgrelid::regclass::text, 'TRIGGER ' || tgname, '', 0, NULL FROM pg_trigger WHERE NOT tgisinternal
ORDER BY 1, 2, 3`;

/** The checks in a CREATE TABLE, which SQLite says nowhere else. */
export function checksIn(sql: string): string[] {
  const checks: string[] = [];
  for (const { index } of sql.matchAll(/\bCHECK\s*\(/g)) {
    let depth = 0;
    for (let at = sql.indexOf('(', index); at < sql.length; ++at) {
      if (sql[at] === '(') ++depth;
      if (sql[at] === ')' && --depth === 0) {
        checks.push(sql.slice(index, at + 1).replace(/\s+/g, ' '));
        break;
      }
    }
  }
  return checks;
}

function tablesOf(rows: readonly Row[]): Tables {
  const tables: Record<string, { columns: Record<string, Column>; constraints: string[] }> = {};
  for (const { kind, tab, name, type, required, preset } of rows) {
    const table = (tables[tab] ??= { columns: {}, constraints: [] });
    if (kind === 'column') table.columns[name] = { type, notNull: required === 1, default: preset };
    else table.constraints.push(...(kind === 'sql' ? checksIn(name) : [name]));
  }
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [
      name,
      { ...table, constraints: [...new Set(table.constraints)].sort() },
    ]),
  );
}

const migrate = (service: Service, data: string, flags: readonly string[]) =>
  run(join(ROOT, 'out/bin', service), ['--migrate_only', `--data=${data}`, ...flags]);

/** The tables that this tree's program makes in an empty SQLite file. */
export async function tablesInSqlite(service: Service): Promise<Tables> {
  const data = await mkdtemp(join(tmpdir(), 'academy-'));
  try {
    const file = join(data, service, `${service}.db`);
    await mkdir(join(data, service));
    await writeFile(file, '');
    await migrate(service, data, []);
    const { stdout } = await run('sqlite3', ['-bail', '-json', file, SQLITE]);
    return tablesOf(JSON.parse(stdout) as Row[]);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

/** Those that it makes in an empty database of a server. */
export async function tablesInPostgresql(service: Service, server: PostgresqlServer): Promise<Tables> {
  const data = await mkdtemp(join(tmpdir(), 'academy-'));
  try {
    const file = join(data, 'address');
    await writeFile(file, server.address(service), { mode: 0o600 });
    await migrate(service, data, [`--db_file=${file}`]);
    return tablesOf((await server.rows(service, POSTGRESQL)) as unknown as Row[]);
  } finally {
    await rm(data, { recursive: true, force: true });
  }
}

const mentions = (constraint: string, columns: readonly string[]) =>
  columns.some((column) => new RegExp(`\\b${column}\\b`).test(constraint));

/** What a program that knows the tables of `before` would not survive on those of `now`. */
export function schemaBreaks(before: Tables, now: Tables): string[] {
  const found: string[] = [];
  for (const [name, table] of Object.entries(before)) {
    const other = now[name];
    if (other === undefined) {
      found.push(`${name}: the table is gone`);
      continue;
    }
    found.push(...columnBreaks(name, table, other));
    const old = Object.keys(table.columns);
    const more = other.constraints.filter((each) => !table.constraints.includes(each));
    // One that is only about new columns is kept by their defaults.
    found.push(
      ...more
        .filter((each) => each.startsWith('TRIGGER') || mentions(each, old))
        .map((each) => `${name}: has ${each} now`),
    );
    // INSERT ... ON CONFLICT needs uniqueness, and rows may be left behind without a reference.
    const less = table.constraints.filter((each) => !other.constraints.includes(each) && !each.startsWith('CHECK'));
    found.push(...less.map((each) => `${name}: no longer has ${each}`));
  }
  return found;
}

function columnBreaks(name: string, table: Table, other: Table): string[] {
  const found: string[] = [];
  for (const [column, was] of Object.entries(table.columns)) {
    const is = other.columns[column];
    const where = `${name}.${column}`;
    if (is === undefined) found.push(`${where}: the column is gone`);
    else if (is.type !== was.type) found.push(`${where}: was ${was.type}, is ${is.type}`);
    else if (is.notNull && !was.notNull) found.push(`${where}: may no longer be null`);
    else if (is.default === null && was.default !== null) found.push(`${where}: no longer has a default`);
  }
  for (const [column, is] of Object.entries(other.columns)) {
    if (!(column in table.columns) && is.notNull && is.default === null) {
      found.push(`${name}.${column}: is new, with neither null nor a default`);
    }
  }
  return found;
}
