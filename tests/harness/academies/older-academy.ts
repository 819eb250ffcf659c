// An academy where people signed in more than a quarter of an hour ago: their sessions are live but no longer recent.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Api, firstManager, newLearner, signIn, signInManager, type Learner } from '../api.ts';
import { Cluster } from '../cluster.ts';
import { ageSessions } from '../sql.ts';

export interface OlderAcademy {
  readonly cluster: Cluster;
  readonly email: string;
  readonly managerId: string;
  /** The manager's older sessions, and one of just now. */
  readonly older: readonly [Api, Api];
  readonly fresh: Api;
  readonly learner: Learner;
  readonly olderLearner: Api;
  close(): Promise<void>;
}

export async function openOlderAcademy(): Promise<OlderAcademy> {
  const data = await mkdtemp(join(tmpdir(), 'academy-'));
  const start = () => Cluster.start({ data, flags: ['--bot-check', 'off'] });
  const before = await start();
  const { api, email, _id } = await firstManager(before.url);
  const learner = await newLearner(api);
  const sessions = [api, await signInManager(before.url, email), await signIn(before.url, learner.email)];
  await before.stop();
  await ageSessions(data, [_id, learner._id]);
  const cluster = await start();
  const [first, second, third] = sessions.map(({ token }) => new Api(cluster.url, token)) as [Api, Api, Api];
  return {
    cluster,
    email,
    managerId: _id,
    older: [first, second],
    fresh: await signInManager(cluster.url, email),
    learner,
    olderLearner: third,
    async close() {
      await cluster.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}
