// The tables that this tree's programs make against those of the last release.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { PostgresqlServer, SERVICES } from '../harness/servers/postgresql.ts';
import { released, unexpected } from './breaks.ts';
import { checksIn, schemaBreaks, tablesInPostgresql, tablesInSqlite, type Tables } from './schemas.ts';

let server: PostgresqlServer;

beforeAll(async () => {
  server = await PostgresqlServer.create();
});

afterAll(() => server?.remove());

describe.each(SERVICES)('the tables of %s break no program of the last release', (service) => {
  const breaks = (engine: string, here: Tables) => {
    const name = `schemas/${service}-${engine}.json`;
    expect(Object.keys(here).length).toBeGreaterThan(3);
    return unexpected(`schema ${service} ${engine}`, schemaBreaks(released(name, here), here));
  };

  test('in SQLite', async () => {
    expect(breaks('sqlite', await tablesInSqlite(service))).toEqual([]);
  });

  test('in PostgreSQL', async () => {
    expect(breaks('postgresql', await tablesInPostgresql(service, server))).toEqual([]);
  });
});

const column = { type: 'TEXT', notNull: true, default: null };
const before: Tables = {
  items: {
    columns: { id: column, title: { ...column, default: "''" }, note: { ...column, notNull: false } },
    constraints: ["CHECK (title <> 'x')", 'FOREIGN KEY (id) REFERENCES others (id)', 'UNIQUE (title)'],
  },
  others: { columns: { id: column }, constraints: [] },
};
const items = before['items'] as Tables[string];
const withItems = (change: Partial<Tables[string]>): Tables => ({ ...before, items: { ...items, ...change } });
const withColumns = (columns: Tables[string]['columns']) => withItems({ columns: { ...items.columns, ...columns } });
const withConstraint = (constraint: string) => withItems({ constraints: [...items.constraints, constraint] });
const withoutConstraint = (at: number) =>
  withItems({ constraints: items.constraints.filter((_, index) => index !== at) });
const without = (name: string) => Object.fromEntries(Object.entries(items.columns).filter(([each]) => each !== name));

test.each([
  ['a table', { ...before, more: { columns: { id: column }, constraints: ['PRIMARY KEY (id)'] } }],
  ['a column that may be null', withColumns({ more: { ...column, notNull: false } })],
  ['a column with a default', withColumns({ more: { ...column, default: '0' } })],
  [
    'a check of new columns',
    withItems({
      columns: { ...items.columns, role: { ...column, default: "'a'" } },
      constraints: [...items.constraints, "CHECK (role IN ('a'))"],
    }),
  ],
  ['a column that may be null now', withColumns({ id: { ...column, notNull: false } })],
  ['a check that is gone', withoutConstraint(0)],
])('%s breaks nothing', (_, now) => {
  expect(schemaBreaks(before, now)).toEqual([]);
});

test.each([
  ['a table that is gone', { items }, ['others: the table is gone']],
  ['a column that is gone', withItems({ columns: without('note') }), ['items.note: the column is gone']],
  [
    'a column of another type',
    withColumns({ note: { ...column, notNull: false, type: 'BIGINT' } }),
    ['items.note: was TEXT, is BIGINT'],
  ],
  ['a column that may no longer be null', withColumns({ note: { ...column } }), ['items.note: may no longer be null']],
  ['a default that is gone', withColumns({ title: column }), ['items.title: no longer has a default']],
  [
    'a column that has to be given',
    withColumns({ more: column }),
    ['items.more: is new, with neither null nor a default'],
  ],
  ['uniqueness of what was there', withConstraint('UNIQUE (note)'), ['items: has UNIQUE (note) now']],
  ['a check of what was there', withConstraint("CHECK (note <> '')"), ["items: has CHECK (note <> '') now"]],
  ['a trigger', withConstraint('TRIGGER items_no_update'), ['items: has TRIGGER items_no_update now']],
  ['uniqueness that is gone', withoutConstraint(2), ['items: no longer has UNIQUE (title)']],
  ['a reference that is gone', withoutConstraint(1), ['items: no longer has FOREIGN KEY (id) REFERENCES others (id)']],
])('%s is a break', (_, now, findings) => {
  expect(schemaBreaks(before, now)).toEqual(findings);
});

test('checks are found in SQLite’s own text', () => {
  expect(checksIn("CREATE TABLE t (a INT CHECK (a IN (1, 2)), b TEXT,\n  CHECK (b <> ')' ))")).toEqual([
    'CHECK (a IN (1, 2))',
    expect.stringMatching(/^CHECK \(b/),
  ]);
});
