// What the three hosts agree on: the cluster's keys in etcd, read by a majority of it. A host that was cut off shows for
// a moment what it knew before, and so does every Patroni that asks its etcd.
import { addressOf, HOSTS } from './network.mjs';

const ASK_MS = 1000;
const CLIENT_PORT = 2379;
const KEYS = '/service/academy';

/** `{status, body}`; undefined if there is no answer. */
export async function get(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_MS) });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
  } catch {
    return undefined;
  }
}

/** Where Patroni and others find etcd on a host. */
export const etcdOf = (host) => `${addressOf(host)}:${CLIENT_PORT}`;

export async function etcdIsHealthy() {
  const answers = HOSTS.map((host) => get(`http://${etcdOf(host)}/health`));
  return (await Promise.all(answers)).every((answer) => answer?.body.health === 'true');
}

/** `{leader, sync: {leader, standbys}, members: {host: {role, state, timeline}}}`; undefined without a majority. */
export async function agreed() {
  for (const host of HOSTS) {
    const answer = await get(`http://${etcdOf(host)}/v2/keys${KEYS}?recursive=true&quorum=true`);
    if (answer?.status !== 200) continue;
    const values = new Map(leavesOf(answer.body.node).map(({ key, value }) => [key.slice(KEYS.length + 1), value]));
    const sync = JSON.parse(values.get('sync') || '{}');
    const members = HOSTS.map((each) => [each, JSON.parse(values.get(`members/${each}`) || '{}')]);
    return {
      leader: values.get('leader'),
      sync: { leader: sync.leader, standbys: (sync.sync_standby ?? '').split(',').filter(Boolean) },
      members: Object.fromEntries(
        members.map(([each, { role, state, timeline }]) => [each, { role, state, timeline }]),
      ),
    };
  }
  return undefined;
}

const leavesOf = (node) => (node.dir ? (node.nodes ?? []).flatMap(leavesOf) : [node]);
