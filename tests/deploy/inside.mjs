// A run, in its namespaces: three empty hosts, docs/cluster.md from its beginning, and what it says of what may happen.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { ROOT } from '../bench/lib/academy.mjs';
import { until } from '../cluster/until.mjs';
import { startS3 } from '../harness/s3-server.mjs';
import { Mailbox } from '../prove/mailbox.mjs';
import { Document, EVERY, STEPS } from './document.mjs';
import { get } from './get.mjs';
import { happen } from './happenings.mjs';
import { addressOf, Hosts, HOSTS, HUB, makeNetwork, makeTree, waitedForPackages } from './hosts.mjs';
import { certificateIn, Journey } from './journey.mjs';
import { carryOut, PATH, Run } from './run.mjs';

/** The one that the document is for. */
const DEBIAN = 12;
const READY_MS = 300_000;
/** Below what one session may ask. */
const ASK_PAUSE_MS = 50;
const STORE_PORT = 9000;
/** What the steps may take. */
const PROMISED_MINUTES = 15;

/** Returns the exit code. Ends early when the input does. */
export const inside = (flags, folder) => carryOut(new Deployment(flags, folder));

const minutes = (ms) => (ms / 60_000).toFixed(1);

class Deployment extends Run {
  /** Those that the document means by "every host". */
  every = HOSTS;
  /** What a person puts in the place of the text's own words, besides what #filledIn knows. */
  answers = new Map();

  constructor(flags, folder) {
    super('deploy', flags, folder);
    this.document = new Document(join(ROOT, 'docs/cluster.md'));
    this.clone = join(folder, 'clone');
  }

  async prepare() {
    await makeNetwork(this.folder);
    const tree = this.flags.tree ?? join(this.folder, 'tree');
    await makeTree(tree, DEBIAN);
    this.hosts = new Hosts(this.folder, tree, DEBIAN);
    this.store = await this.#startStore();
    this.mailbox = await Mailbox.start(HUB);
    this.#makeClone();
    for (const host of HOSTS) {
      this.hosts.make(host);
      await this.hosts.boot(host);
    }
    this.journey = new Journey(this.folder);
  }

  /** The store hears on the hub's own loopback: this is its way to the hosts. */
  async #startStore() {
    const store = await startS3();
    const port = Number(new URL(store.url).port);
    this.storesWay = new Way(Number(new URL(store.url).port));
    await this.storesWay.open();
    return store;
  }

  /** A clone with its own answers in deploy/, over this one, and the certificate for browsers. */
  #makeClone() {
    const [upper, work] = ['clone-upper', 'clone-work'].map((name) => join(this.folder, name));
    for (const each of [upper, work, this.clone]) mkdirSync(each);
    const layers = `lowerdir=${ROOT},upperdir=${upper},workdir=${work}`;
    execFileSync('mount', ['-t', 'overlay', 'overlay', '-o', layers, this.clone]);
    for (const name of ['edge', 'catalog', 'encoder']) {
      const file = join(this.clone, 'deploy/systemd/etc', `${name}.env`);
      const shipped = 's3://academy/main?region=eu-central-1&endpoint=https://store.example';
      const { bucket, region } = this.store;
      const own = `s3://${bucket}/main?region=${region}&endpoint=http://store.example:${STORE_PORT}`;
      writeFileSync(file, replaced(readFileSync(file, 'utf8'), shipped, own));
    }
    const [certificate, key] = certificateIn(this.folder).map((path) => readFileSync(path, 'utf8'));
    writeFileSync(join(this.clone, 'academy.pem'), certificate + key);
  }

  /** The text's commands with what it tells a person to put in. */
  #filledIn(text) {
    const { accessKey, secretKey } = this.store;
    const filled = text
      .replace('smtps://user:password@mail.example:465', `smtp://mail.example:${this.mailbox.port}`)
      .replace('STORE_KEY', accessKey)
      .replace('STORE_SECRET', secretKey);
    return [...this.answers].reduce((sum, [from, to]) => sum.replaceAll(from, to), filled);
  }

  /** Runs one block, on all of its hosts at once or in turn; with `only`, as for that host alone. */
  async block({ hosts, inTurn, text, line }, only) {
    const filled = only ? forOne(this.#filledIn(text), only) : this.#filledIn(text);
    if (hosts === undefined) return this.#command(filled, { on: [], cwd: this.clone, line, where: 'hub' });
    const all = hosts !== EVERY ? hosts : only ? [only] : this.every;
    const run = (host) => this.#command(filled, { on: this.hosts.on(host), cwd: '/', line, where: host });
    if (!inTurn) return Promise.all(all.map(run));
    for (const host of all) await run(host);
  }

  /** A command of the document. */
  #command(text, { on, cwd, line, where }) {
    // What a person would type when psql asks.
    const answers = join(this.clone, 'answers.sed');
    const answer = /\bpsql\b/.test(text) && /s\/SUPERUSER_PASSWORD\/(\w+)\//.exec(readFileSync(answers, 'utf8'));
    const env = {
      ...(on.length === 0 && { PATH: `${this.hosts.bin}:${PATH}` }),
      ...(answer && { PGPASSWORD: answer[1] }),
    };
    return this.shell(on, text, { title: `docs/cluster.md:${line} on ${where}`, cwd, env });
  }

  /** What a command that is not the document's says. */
  ask(host, text) {
    return this.shell(this.hosts.on(host), text, { title: `${text} on ${host}` });
  }

  async part(title, only) {
    for (const block of this.document.blocks(title)) await this.block(block, only);
  }

  async all() {
    const begun = performance.now();
    for (const title of Object.values(STEPS)) if (!(await this.check(title, () => this.part(title)))) return;
    if (!(await this.check('every edge is ready', () => this.ready(HOSTS)))) return this.#why();
    const took = performance.now() - begun;
    const { ms, bytes } = await waitedForPackages();
    console.log(
      `From empty hosts to ready: ${minutes(took)} min, of which packages came for ${minutes(ms)} min (${(bytes / 1e6).toFixed(0)} MB)`,
    );
    await this.check(`it takes less than ${PROMISED_MINUTES} min`, () => {
      if (took > PROMISED_MINUTES * 60_000) throw new Error(`${minutes(took)} min`);
    });
    if (!(await this.#use())) return this.#why();
    await happen(this);
  }

  /** Until every edge says that everything is there. */
  async ready(hosts) {
    let last;
    const isReady = async (host) => {
      last = await get(`http://${addressOf(host)}:8080/readyz`);
      return last.status === 200;
    };
    const limit = async () => (await Promise.all(hosts.map(isReady))).every(Boolean);
    try {
      await until('readiness', limit, READY_MS, 500);
    } catch (error) {
      throw new Error(`${error.message}: ${last.status} ${last.text}`, { cause: error });
    }
  }

  /** The browsers go to this host. */
  visit(host) {
    writeFileSync('/etc/hosts', `127.0.0.1 localhost\n${addressOf(host)} academy.example\n`);
  }

  async #use() {
    const hosts = join(this.folder, 'hosts');
    writeFileSync(hosts, '');
    execFileSync('mount', ['--bind', hosts, '/etc/hosts']);
    this.visit('h1');
    const { journey } = this;
    const code = readFileSync(join(this.hosts.rootOf('h1'), 'var/lib/academy/run/setup-code'), 'utf8').trim();
    return (
      (await this.check('the first manager signs up with the setup code', () => journey.signUp(code))) &&
      (await this.check('a course, a learner and a video', () => journey.teach())) &&
      (await this.check('the video plays through every HAProxy', async () => {
        for (const host of HOSTS) {
          this.visit(host);
          await journey.play();
        }
      }))
    );
  }

  /** Asks for something all the time. */
  askAlways() {
    let going = true;
    let count = 0;
    const failed = [];
    const ask = async () => {
      while (going) {
        count += 1;
        await this.journey.title(1).catch((error) => failed.push(error.message));
        await pause(ASK_PAUSE_MS);
      }
    };
    const asking = Promise.all([ask(), ask()]);
    return {
      stop: async () => {
        going = false;
        await asking;
        return { count, failed };
      },
    };
  }

  /** The ends of the hosts' logs. */
  #why() {
    for (const host of HOSTS) {
      const logs = join(this.hosts.rootOf(host), 'var/log/units');
      for (const name of readdirSync(logs)) {
        const text = readFileSync(join(logs, name), 'utf8').trim().split('\n').slice(-3).join('\n      ');
        console.error(`    ${host} ${name}:\n      ${text}`);
      }
    }
  }
}

/** From the hosts to the store, and closed as if the store were away. */
class Way {
  #sockets = new Set();

  constructor(port) {
    this.port = port;
  }

  async open() {
    this.server = createServer((near) => {
      const far = connect(this.port, '127.0.0.1');
      for (const each of [near, far]) {
        this.#sockets.add(each);
        each.on('error', () => near.destroy() && far.destroy());
        each.on('close', () => this.#sockets.delete(each));
      }
      near.pipe(far).pipe(near);
    });
    await new Promise((listening) => this.server.listen(STORE_PORT, HUB, listening));
  }

  close() {
    this.server.close();
    for (const each of this.#sockets) each.destroy();
  }
}

/** As the document says for one host alone: only it is named, and nothing is made that all have already. */
const forOne = (text, host) =>
  text
    .replaceAll(/^for host in ([^;]*); do\b/gm, (loop, hosts) =>
      hosts.includes('=') ? `for host in ${host}=${addressOf(host)}; do` : `for host in ${host}; do`,
    )
    .replaceAll(/^(for name in PATRONI|\.\/academy keys authority).*\n/gm, '');

function replaced(text, from, to) {
  if (!text.includes(from)) throw new Error(`${from} is not there`);
  return text.replaceAll(from, to);
}
