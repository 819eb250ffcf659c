// Which of the academy's processes, and the owner's programs, may call which rpc: every rpc, asked by every name, and
// compared with the table in docs/grpc-callers.md.
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import { Client, credentials, Metadata, status } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Cluster, ROOT } from '../../harness/cluster.ts';

const BACK = ['auth', 'catalog', 'enrollment', 'presence'] as const;
type Back = (typeof BACK)[number];
/** `tools` is one of the owner's own programs. */
const CALLERS = ['edge', ...BACK, 'tools'] as const;
/** The option `access` of an rpc, in the table's words. */
const PEOPLE: Record<string, string> = {
  ACCESS_PUBLIC: 'anybody',
  ACCESS_LEARNERS: 'learners',
  ACCESS_SUPPORT: 'managers',
  ACCESS_MANAGERS: 'role `manager`',
  ACCESS_OWNERS: 'role `owner`',
};

interface Rpc {
  /** `auth.v1.Audit/AppendEvents`. */
  readonly name: string;
  readonly streams: boolean;
  readonly access: string | undefined;
}

function readRpcs(folder: string): Rpc[] {
  const path = join(ROOT, 'proto/academy', folder);
  return readdirSync(path)
    .filter((file) => file.endsWith('.proto'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(path, file), 'utf8').replaceAll(/\/\/.*$/gm, '');
      return [...text.matchAll(/^service (\w+) \{(.*?)^\}/gms)].flatMap(([, service, body]) =>
        [...(body ?? '').matchAll(/rpc (\w+)\(([^)]*)\)\s*returns\s*\(([^)]*)\)\s*(;|\{.*?\})/gs)].map(
          ([, method, request, response, options]) => ({
            name: `${folder.replace('/', '.')}.${service}/${method}`,
            streams: `${request} ${response}`.includes('stream '),
            access: /access\) = (\w+)/.exec(options ?? '')?.[1],
          }),
        ),
      );
    });
}

/** The table's rows by rpc: the people who may call it, and the processes that may as themselves. */
function readTable(): Map<string, { people: string; processes: string[] }> {
  const text = readFileSync(join(ROOT, 'docs/grpc-callers.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([\w.]+\/\w+)` \| (.*?) \| (.*?) \|$/gm)];
  return new Map(
    rows.map(([, rpc, people, processes]) => [
      rpc ?? '',
      { people: people?.trim() ?? '', processes: (processes ?? '').split(',').flatMap((name) => name.trim() || []) },
    ]),
  );
}

const table = readTable();
const rows = BACK.flatMap((to) =>
  [...readRpcs(`${to}/v1`), ...readRpcs('common/v1')].map((rpc) => ({ to, rpc, name: `${to}: ${rpc.name}` })),
);

let cluster: Cluster;
let keys: readonly string[];

beforeAll(async () => {
  cluster = await Cluster.start();
  keys = await readdir(join(cluster.data, 'keys'));
});

afterAll(async () => {
  await cluster?.stop();
});

const same = (bytes: Buffer): Buffer => bytes;

/** Calls with an empty request, proved by that process's key if it has one; returns gRPC's status. */
async function ask(to: Back, rpc: Rpc, key: string, caller: string): Promise<status> {
  const metadata = new Metadata();
  metadata.set('x-academy-credential', await cluster.credential(keys.includes(key) ? key : 'tools'));
  if (caller !== '') metadata.set('x-academy-caller', caller);
  const client = new Client(await cluster.addressOf(to), credentials.createInsecure());
  const path = `/academy.${rpc.name}`;
  const options = { deadline: Date.now() + 20_000 };
  try {
    return await new Promise<status>((resolve) => {
      if (!rpc.streams) {
        client.makeUnaryRequest(path, same, same, Buffer.alloc(0), metadata, options, (error) =>
          resolve(error?.code ?? status.OK),
        );
        return;
      }
      const stream = client.makeBidiStreamRequest(path, same, same, metadata, options);
      stream.on('error', () => undefined);
      // A feed greets who may read it, and then goes on.
      stream.on('data', () => stream.cancel());
      stream.on('status', ({ code }) => resolve(code));
      stream.write(Buffer.alloc(0));
      stream.end();
    });
  } finally {
    client.close();
  }
}

const REFUSED = [status.PERMISSION_DENIED, status.UNAUTHENTICATED];

/** What a process is answered that calls as itself. */
const askAs = (to: Back, rpc: Rpc, caller: (typeof CALLERS)[number]): Promise<status> =>
  caller === 'tools' ? ask(to, rpc, caller, 'service:payroll') : ask(to, rpc, `${caller}-${to}`, `service:${caller}`);

/** Whether that is no refusal. */
function isAllowed(rpc: Rpc, code: status): boolean {
  // Without a token there is no session: this is what the rpc answers whoever may ask.
  if (rpc.name === 'auth.v1.Sessions/CheckSession') return code === status.UNAUTHENTICATED;
  return !REFUSED.includes(code);
}

test('the table has every rpc, and the people of its proto', () => {
  const declared = rows.map(({ rpc }) => [rpc.name, PEOPLE[rpc.access ?? ''] ?? ''] as const);
  const told = [...table].map(([name, { people }]) => [name, people] as const);
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(declared));
});

describe('the processes that may call an rpc as themselves are those of the table', () => {
  test.each(rows)('$name', async ({ to, rpc }) => {
    const found: string[] = [];
    for (const caller of CALLERS) {
      const code = await askAs(to, rpc, caller);
      if (isAllowed(rpc, code)) found.push(caller);
      // Who is somebody else is refused, not unknown.
      else if (rpc.access === undefined) expect(code, caller).toBe(status.PERMISSION_DENIED);
      if (rpc.name === 'auth.v1.LearnerLookup/BatchGetLearners' && found.includes(caller))
        expect(code, caller).toBe(status.OK);
    }
    // Visitors are nobody, whichever process says so.
    if (rpc.access !== 'ACCESS_PUBLIC') expect(found).toEqual(table.get(rpc.name)?.processes);
  });
});

describe('no person may call an rpc for services only', () => {
  test.each(rows.filter(({ rpc }) => rpc.access === undefined))('$name', async ({ to, rpc }) => {
    for (const person of ['manager:m:s:owner', 'learner:l:s', '']) {
      expect(REFUSED, person).toContain(await ask(to, rpc, `edge-${to}`, person));
    }
  });
});
