// Writes to the bin.
import { inBin, taken } from './common.mjs';

const request = (verb, thing) => ({
  method: 'PUT',
  path: `/api/cm/bin/${verb}`,
  body: { _id: thing.id },
});

const binned = (client) => [...inBin(client, 'course'), ...inBin(client, 'learner')];

export function restore(client) {
  const thing = client.random.of(binned(client));
  if (!thing) return undefined;
  return { thing, request: request('restore', thing), after: { ...thing.state, binned: 0 } };
}

// Not a course that somebody has: its assignments would go too.
export function purge(client) {
  const inUse = taken(client);
  const thing = client.random.of(binned(client).filter((each) => !inUse.has(each)));
  return thing && { thing, request: request('purge', thing), after: null };
}
