// One academy of a run: it is started, filled, put under load and faults, checked and stopped.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startS3 } from '../harness/s3-server.mjs';
import { Academy } from './academy.mjs';
import { Calls } from './calls.mjs';
import { Checker } from './checker.mjs';
import { Journal } from './journal.mjs';
import { Mailbox } from './mailbox.mjs';
import { PostgresqlAcademy, processFlags, Server } from './postgresql.mjs';
import { Proof } from './proof.mjs';
import { Shim } from './shim.mjs';
import { makeWorld } from './world.mjs';

/** What the academy remembers of its backups. */
const BACKUP_FILES = ['last.json', 'last-good.json', 'places', 'lock', 'index', 'swept', 'check.log', 'name-key'];
const FLAGS = ['--bot-check', 'off', '--public-rate', '0', '--session-rate', '0', '--retry-pause', '1s'];

export class Part {
  /** fault -> what its rounds gave. */
  results = new Map();
  findings = [];
  counts = { ok: 0, refused: 0, unknown: 0, replayed: 0 };
  /** kind of write -> outcome -> number. */
  writes = new Map();
  repeating = false;
  #running = [];

  constructor(folder, library, faults, { objectStore = false, postgresql = false } = {}) {
    Object.assign(this, { folder, library, faults, objectStore, postgresql });
    mkdirSync(folder);
  }

  async run(seed, minutes, sabotage) {
    const { folder } = this;
    const shim = new Shim(folder, this.library);
    const mailbox = await Mailbox.start();
    this.#running.push(() => mailbox.goAway());
    const store = this.objectStore ? await startS3() : undefined;
    if (store) this.#running.push(() => store.stop());
    const academy = await (this.postgresql ? this.#onPostgresql(shim, mailbox) : this.#onSqlite(shim, mailbox, store));
    this.#running.push(() => academy.stop());
    await academy.start();
    const journal = new Journal(join(folder, 'journal.jsonl'));
    this.counts = journal.counts;
    this.writes = journal.writes;
    const calls = new Calls(academy.url, journal);
    await calls.findRepeating();
    this.repeating = calls.repeating;
    const world = await makeWorld(calls, folder, mailbox);
    Object.assign(world, { store, uploadOften: this.objectStore });
    const clients = await Proof.prepareClients(calls, seed, world);
    const checker = new Checker(academy, calls, clients, world, journal);
    this.findings = checker.findings;
    if (sabotage) {
      shim.sabotage(sabotage);
      await academy.stop();
      await academy.start();
    }
    const proof = new Proof({ seed, folder, academy, shim, calls, journal, world, checker, clients });
    this.results = proof.results;
    await proof.run(this.faults, performance.now() + minutes * 60_000);
    if (this.findings.length === 0) await checker.check({ thorough: true });
    await this.stop();
    if (this.findings.length === 0) leftOver(academy).forEach((what) => checker.find('wrong', `${what} is left over`));
  }

  #onSqlite(shim, mailbox, store) {
    const more = store ? storeFlags(store, this.folder) : [];
    return Academy.create(this.folder, shim, [...FLAGS, '--smtp', `smtp://127.0.0.1:${mailbox.port}`, ...more]);
  }

  async #onPostgresql(shim, mailbox) {
    const server = new Server();
    this.#running.push(() => server.remove());
    const academy = await PostgresqlAcademy.create(this.folder, shim, {}, server);
    academy.flags = processFlags(this.folder, academy.url, mailbox.port);
    return academy;
  }

  /** Stops everything that it has started. */
  async stop() {
    while (this.#running.length > 0) await this.#running.pop()();
  }
}

function storeFlags(store, folder) {
  const credentials = join(folder, 'credentials');
  const { url, bucket, region, accessKey, secretKey } = store;
  writeFileSync(credentials, `aws_access_key_id=${accessKey}\naws_secret_access_key=${secretKey}\n`);
  return ['--blobs', `s3://${bucket}/prove?region=${region}&endpoint=${url}`, '--s3-credentials', credentials];
}

/** What a stopped academy must not leave behind. */
function leftOver(academy) {
  const names = (folder) => (existsSync(join(academy.data, folder)) ? readdirSync(join(academy.data, folder)) : []);
  return [
    ...academy.processes().map((pid) => `the process ${pid}`),
    ...names('run')
      .filter((name) => /\.(sock|addr|pid)$/.test(name))
      .map((name) => `run/${name}`),
    ...['catalog/jobs', 'blobs/.drafts', 'backup'].flatMap((folder) =>
      names(folder)
        .filter((name) => !BACKUP_FILES.includes(name))
        .map((name) => `${folder}/${name}`),
    ),
  ];
}
