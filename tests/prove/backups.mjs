// Faults of databases: backups under load, and one database that is missing, or older than the others.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { ROOT } from '../bench/lib/academy.mjs';
import { Academy, Failed } from './academy.mjs';
import { contents, SqliteFiles } from './files.mjs';
import { same } from './thing.mjs';

const WITH_DATABASES = ['auth', 'catalog', 'enrollment'];

async function command(...words) {
  const child = spawn(join(ROOT, 'academy'), words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const output of [child.stdout, child.stderr]) output.on('data', (bytes) => (text += bytes));
  const code = await new Promise((ended) => child.once('close', ended));
  if (code !== 0) throw new Failed(`./academy ${words[0]} ended with ${code}: ${text}`);
}

/** Makes a backup under load, and an academy of it in `folder/restored`. */
async function restored({ folder, academy }) {
  const [backups, data] = [join(folder, 'backups'), join(folder, 'restored')];
  rmSync(data, { recursive: true, force: true });
  await command('backup', '--to', backups, '--data', academy.data);
  await command('restore', '--from', backups, '--data', data);
  return data;
}

/** The restored academy has every thing as it was at some time of the backup. */
async function compare({ checker, clients, world }, data, begun, ended) {
  const found = await contents(new SqliteFiles(data), world.lesson);
  for (const client of clients) {
    for (const thing of client.things.filter(({ kind }) => kind in found)) {
      const states = client.things
        .filter(({ kind, name }) => kind === thing.kind && name === thing.name)
        .flatMap((other) => other.statesBetween(begun, ended));
      const there = found[thing.kind].get(thing.name) ?? [];
      const { state = null } = there[0] ?? {};
      if (there.length > 1 || !states.some((other) => same(other, state))) {
        const text = `${thing.kind} ${thing.name} is restored as ${JSON.stringify(state)}, and was ${JSON.stringify(states)}`;
        checker.find('lost', text);
      }
    }
  }
}

const backup = {
  name: 'backup, restore of all',
  async run(context) {
    const { folder, world, clients, checker } = context;
    const begun = performance.now();
    const data = await restored(context);
    await compare(context, data, begun, performance.now());
    // It starts, its manager can sign in, and nobody else is signed in.
    const other = await Academy.create(folder, { environment: () => ({}) }, ['--bot-check', 'off']);
    other.data = data;
    await other.start();
    try {
      const call = (path, body, token) =>
        fetch(other.url + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
          body: JSON.stringify(body),
        });
      const signIn = await call('/api/cm/auth/login', { email: world.email, password: world.password });
      if (signIn.status !== 200) checker.find('lost', `the manager of the restored academy: ${await signIn.text()}`);
      const { token } = clients.find((client) => client.token) ?? {};
      const old = await call('/api/user/fetch-info', {}, token);
      if (old.status !== 401) checker.find('wrong', `an old session at the restored academy: ${old.status}`);
    } finally {
      await other.stop();
    }
  },
};

const filesOf = (data, service) =>
  readdirSync(join(data, service)).filter((name) => name.startsWith(`${service}.db`) && !name.endsWith('.lock'));

function move(from, to, service) {
  mkdirSync(join(to, service), { recursive: true });
  for (const name of filesOf(from, service)) renameSync(join(from, service, name), join(to, service, name));
}

const missing = {
  name: 'one database missing',
  resting: true,
  async run({ academy, folder, random, checker, ended }) {
    const service = random.of(WITH_DATABASES);
    const aside = join(folder, 'aside');
    await academy.stop();
    move(academy.data, aside, service);
    let started = true;
    try {
      await academy.start();
    } catch {
      started = false;
    }
    if (started) checker.find('wrong', `the academy starts without ${service}.db`);
    await academy.stop();
    if (filesOf(academy.data, service).includes(`${service}.db`))
      checker.find('wrong', `an empty ${service}.db was made`);
    move(aside, academy.data, service);
    ended();
    await academy.start();
  },
};

const older = {
  name: 'one database older',
  resting: true,
  async run(context) {
    const { academy, folder, random, checker, ended } = context;
    const service = random.of(WITH_DATABASES);
    const data = await restored(context);
    await context.worksAWhile();
    const count = async () =>
      (await academy.databases.rows('enrollment', 'SELECT COUNT(*) AS n FROM assignments'))[0].n;
    const before = await count();
    const aside = join(folder, 'aside');
    await academy.stop();
    move(academy.data, aside, service);
    for (const name of filesOf(data, service)) cpSync(join(data, service, name), join(academy.data, service, name));
    await academy.start();
    // Time to do harm.
    await pause(2000);
    if (service !== 'enrollment' && (await count()) !== before) {
      checker.find('lost', `an older ${service}.db took assignments: ${before} were there, ${await count()} are`);
    }
    await academy.stop();
    rmSync(join(academy.data, service, `${service}.db`));
    for (const name of filesOf(academy.data, service)) rmSync(join(academy.data, service, name));
    move(aside, academy.data, service);
    ended();
    await academy.start();
  },
};

export const DATABASE_FAULTS = [backup, missing, older];
