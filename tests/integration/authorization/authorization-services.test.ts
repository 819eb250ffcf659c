// Which of the academy's services may call which rpc of another: every rpc, asked by every name.
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

/** The rpcs for services only, and those that call them. */
const EXPECTED: Record<string, readonly (typeof CALLERS)[number][]> = {
  'auth.v1.Audit/AppendEvents': ['catalog', 'enrollment', 'presence'],
  'auth.v1.LearnerLookup/ListLearnerIds': ['enrollment', 'tools'],
  'auth.v1.LearnerLookup/FindLearnersByEmail': ['enrollment', 'tools'],
  'auth.v1.Mailbox/ListMails': ['edge'],
  'auth.v1.Online/ReportOnline': ['presence'],
  'auth.v1.Sessions/CheckSession': ['edge'],
  'auth.v1.Sessions/FindTakeover': ['edge'],
  'auth.v1.Sessions/Watch': ['edge', 'enrollment', 'presence', 'tools'],
  'auth.v1.TwoFactor/ResetFactorsOf': ['tools'],
  'catalog.v1.Courses/BatchGetCourses': ['enrollment'],
  'catalog.v1.Feed/Watch': ['enrollment', 'tools'],
  'catalog.v1.Playback/BatchGetPlayback': ['enrollment'],
  'catalog.v1.Playback/GetMediaKey': ['edge'],
  'catalog.v1.Removals/Hold': ['tools'],
  'catalog.v1.Removals/Release': ['tools'],
  'enrollment.v1.Access/GetAccess': ['edge'],
  'enrollment.v1.Access/Watch': ['edge', 'tools'],
  'enrollment.v1.ProgressReports/Report': ['edge'],
  'presence.v1.Presence/Attach': ['edge'],
  'common.v1.ProcessHealth/ReportHealth': ['edge'],
  'common.v1.ProcessMetrics/Collect': ['edge'],
  'common.v1.Snapshots/Take': ['tools'],
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

const nameOf = (caller: string) => (caller === 'tools' ? 'service:payroll' : `service:${caller}`);
const REFUSED = [status.PERMISSION_DENIED, status.UNAUTHENTICATED];

const rows = BACK.flatMap((to) =>
  [...readRpcs(`${to}/v1`), ...readRpcs('common/v1')].map((rpc) => ({ to, rpc, name: `${to}: ${rpc.name}` })),
);
const services = rows.filter(({ rpc }) => rpc.access === undefined);
const people = rows.filter(({ rpc }) => rpc.access !== undefined && rpc.access !== 'ACCESS_PUBLIC');

test('every rpc that names no people is known here', () => {
  expect([...new Set(services.map(({ rpc }) => rpc.name))].sort()).toEqual(Object.keys(EXPECTED).sort());
});

describe('an rpc for services only', () => {
  test.each(services)('$name', async ({ to, rpc }) => {
    for (const caller of CALLERS) {
      const code = await ask(to, rpc, caller === 'tools' ? 'tools' : `${caller}-${to}`, nameOf(caller));
      if (!EXPECTED[rpc.name]?.includes(caller)) expect(code, caller).toBe(status.PERMISSION_DENIED);
      // Without a token there is no session.
      else if (rpc.name === 'auth.v1.Sessions/CheckSession') expect(code, caller).toBe(status.UNAUTHENTICATED);
      else expect(REFUSED, caller).not.toContain(code);
    }
    for (const person of ['manager:m:s:owner', 'learner:l:s', '']) {
      expect(REFUSED, person).toContain(await ask(to, rpc, `edge-${to}`, person));
    }
  });
});

describe('an rpc for people', () => {
  test.each(people)('$name', async ({ to, rpc }) => {
    for (const caller of BACK) {
      const code = await ask(to, rpc, `${caller}-${to}`, nameOf(caller));
      const reads =
        rpc.name === 'auth.v1.LearnerLookup/BatchGetLearners' && ['enrollment', 'presence'].includes(caller);
      if (reads) expect(code).toBe(status.OK);
      else expect(REFUSED, caller).toContain(code);
    }
  });
});
