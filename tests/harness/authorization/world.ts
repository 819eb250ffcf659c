// An academy with people and a course, for the requests of harness/authorization/calls.ts.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { Api, assign, firstManager, newCourse, newLearner, signIn } from '../api.ts';
import type { World } from './prepared.ts';
import { Cluster } from '../cluster.ts';
import { ownSite } from '../own-site.ts';
import { activationLink, MailCatcher, recoveryCode, unlockToken } from '../servers/mail.ts';

const UNKNOWN_ASSET = '0192f0c1-2345-7abc-8def-0123456789ab';

export interface OpenWorld {
  readonly world: World;
  readonly cluster: Cluster;
  readonly mail: MailCatcher;
  close(): Promise<void>;
}

export interface WorldOptions {
  readonly flags?: readonly string[];
  /** Runs while the academy is stopped between a first and a second start; without it there is only one start. */
  readonly before?: (first: { api: Api; url: string }) => Promise<(data: string) => Promise<void>>;
  /** Makes the course's video; without it the course has no video. */
  readonly video?: (
    manager: Api,
  ) => Promise<{ assetId: string; dress: (course: World['course']) => Promise<World['course']> }>;
}

export async function openWorld(options: WorldOptions = {}): Promise<OpenWorld> {
  const data = await mkdtemp(join(tmpdir(), 'academy-'));
  const mail = await MailCatcher.start();
  const site = await ownSite();
  const flags = ['--site', site, '--smtp', mail.url, '--mail-from', 'academy@academy.test', '--bot-check', 'off'];
  const start = () => Cluster.start({ data, flags: [...flags, ...(options.flags ?? [])] });
  let cluster = await start();
  const first = await firstManager(cluster.url);
  if (options.before !== undefined) {
    const meanwhile = await options.before({ api: first.api, url: cluster.url });
    await cluster.stop();
    await meanwhile(data);
    cluster = await start();
  }
  const manager = new Api(cluster.url, first.api.token);
  const made = await options.video?.(manager);
  const plain = await newCourse(manager, 'Shared', ['one']);
  const course = made === undefined ? plain : await made.dress(plain);
  const learner = await newLearner(manager);
  await assign(manager, course._id, learner._id);
  return {
    cluster,
    mail,
    world: {
      url: cluster.url,
      manager,
      managerId: first._id,
      learner: await signIn(cluster.url, learner.email),
      learnerRecord: learner,
      course,
      assetId: made?.assetId ?? UNKNOWN_ASSET,
      activationToken: async (email) => activationLink(await mail.mailTo(email)).searchParams.get('token') ?? '',
      recoveryCode: async (email) => recoveryCode(await mail.mailTo(email)),
      unlockToken: async (email) => unlockToken(await mail.mailTo(email)),
    },
    async close() {
      await cluster.stop();
      await mail.stop();
      await rm(data, { recursive: true, force: true });
      await rm(dirname(site), { recursive: true });
    },
  };
}
