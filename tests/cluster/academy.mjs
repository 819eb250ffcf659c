// The academy's processes on the hosts: replicas of the services, and an edge on each. They call each other over TCP,
// with certificates of an authority that the run makes.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../bench/lib/academy.mjs';
import { SERVICES } from '../prove/files.mjs';
import { nameOf, REPLICAS } from './layout.mjs';
import { addressOf, HOSTS, HUB } from './network.mjs';
import { until } from './until.mjs';

const PORT = 8080;
const GRPC_PORT = 50051;
const START_MS = 60_000;
const ASK_MS = 1000;
/** Where the academy is in the bucket. */
const PREFIX = 'academy';
/** Who calls whom, as flags with addresses. */
const PEERS = {
  auth: [],
  catalog: ['auth'],
  enrollment: ['auth', 'catalog'],
  presence: ['auth'],
  encoder: [],
  edge: SERVICES,
};

/** The program's path. */
const program = (name) => join(ROOT, 'out/bin', name);

/** The addresses of a service's replicas: `host:port`. */
export const addressesOf = (service) =>
  REPLICAS[service].map((host) => `${addressOf(host)}:${GRPC_PORT + SERVICES.indexOf(service)}`);

/** As a flag has it: of one server, or of several that take turns. */
function targetOf(service) {
  const addresses = addressesOf(service);
  return addresses.length === 1 ? addresses[0] : `ipv4:${addresses.join(',')}`;
}

export class ClusterAcademy {
  urls = HOSTS.map((host) => `http://${addressOf(host)}:${PORT}`);

  constructor(folder, programs, databases, mailbox, store) {
    Object.assign(this, { folder, programs, databases, mailbox, store });
    /** Of the host on which auth made the keys. */
    this.data = this.#dataOf(REPLICAS.auth[0]);
  }

  #dataOf(host) {
    return join(this.folder, `${host}-data`);
  }

  /** The folder with the certificate of a process, or of a program that is none: ca.pem, `<name>.pem`, `<name>.key`. */
  certificatesOf(host, name) {
    return join(this.folder, 'tls', nameOf(host, name));
  }

  async start() {
    writeFileSync(join(this.folder, 'smtp'), `smtp://${HUB}:${this.mailbox.port}\n`);
    this.#makeCertificates();
    this.#writeCredentials();
    for (const host of HOSTS) this.#makeData(host);
    const [first, ...others] = REPLICAS.auth;
    // The first auth makes the keys; nobody else starts without them.
    this.#startService(first, 'auth');
    await this.#answers(first, 'auth');
    for (const host of HOSTS.filter((each) => each !== first)) {
      cpSync(join(this.data, 'keys'), join(this.#dataOf(host), 'keys'), { recursive: true });
      chmodSync(join(this.#dataOf(host), 'keys'), 0o700);
    }
    for (const host of others) this.#startService(host, 'auth');
    for (const service of SERVICES.slice(1)) for (const host of REPLICAS[service]) this.#startService(host, service);
    for (const service of SERVICES) for (const host of REPLICAS[service]) await this.#answers(host, service);
    for (const host of REPLICAS.encoder) this.#startEncoder(host);
    for (const host of REPLICAS.edge) this.#startEdge(host);
    await until('readiness', () => this.isReady(), START_MS);
  }

  #makeCertificates() {
    const authority = join(this.folder, 'authority');
    const keys = (...words) => execFileSync(join(ROOT, 'academy'), ['keys', ...words], { stdio: 'ignore' });
    keys('authority', '--to', authority);
    const processes = [...SERVICES, 'edge'].flatMap((name) => REPLICAS[name].map((host) => [host, name]));
    for (const [host, name] of [...processes, ['hub', 'tools']]) {
      keys('certificate', name, '--authority', authority, '--to', this.certificatesOf(host, name));
    }
  }

  #makeData(host) {
    for (const name of ['run', 'logs']) mkdirSync(join(this.#dataOf(host), name), { recursive: true });
  }

  #writeCredentials() {
    const { accessKey, secretKey } = this.store;
    const lines = `aws_access_key_id=${accessKey}\naws_secret_access_key=${secretKey}\n`;
    writeFileSync(join(this.folder, 's3'), lines, { mode: 0o600 });
  }

  /** Pictures, videos and uploads are in the store, and no host keeps any. */
  get #blobs() {
    const { url, bucket, region } = this.store;
    const place = `s3://${bucket}/${PREFIX}?region=${region}&endpoint=${url}`;
    return [`--blobs=${place}`, `--s3_credentials=${join(this.folder, 's3')}`];
  }

  /** Whether the file of an upload is still there. */
  isKept = async (id) => (await this.store.keys(`${PREFIX}/uploads/${id}/`)).length > 0;

  /** Says its address once it answers. */
  async #answers(host, service) {
    const file = join(this.#dataOf(host), 'run', `${service}.addr`);
    await until(nameOf(host, service), () => existsSync(file), START_MS);
  }

  #startService(host, service) {
    const own = {
      auth: [`--smtp_file=${join(this.folder, 'smtp')}`, '--bot_check=off', `--public_url=${this.urls[0]}`],
      catalog: [...this.#blobs, '--uploads_in_store', '--encode_elsewhere', '--retry_pause=1s'],
    };
    const port = GRPC_PORT + SERVICES.indexOf(service);
    const flags = [`--grpc_bind=${addressOf(host)}`, `--grpc_port=${port}`, ...(own[service] ?? [])];
    this.#startProcess(host, service, [...flags, `--db=${this.databases.addressOnHost(service)}`]);
  }

  #startEncoder(host) {
    const flags = [...this.#blobs, '--retry_pause=1s', `--db=${this.databases.addressOnHost('catalog')}`];
    this.#startProcess(host, 'encoder', flags);
  }

  #startEdge(host) {
    const flags = [...this.#blobs, `--bind=${addressOf(host)}`, `--port=${PORT}`, `--web=${join(ROOT, 'out/web')}`];
    const limits = ['--bot_check=off', '--public_rate=0', '--session_rate=0', `--trusted_proxy=${HUB}`];
    this.#startProcess(host, 'edge', [...flags, ...limits]);
  }

  #startProcess(host, name, flags) {
    // Nobody calls an encoder, and it calls nobody.
    const tls = name === 'encoder' ? [] : [`--grpc_tls=${this.certificatesOf(host, name)}`];
    const common = [`--data=${this.#dataOf(host)}`, ...tls];
    const peers = PEERS[name].map((peer) => `--${peer}=${targetOf(peer)}`);
    this.programs.start(nameOf(host, name), { host, words: [program(name), ...common, ...peers, ...flags], cwd: ROOT });
  }

  /** Whether every edge finds everything ready. */
  async isReady() {
    const statuses = await Promise.all(this.urls.map((url) => statusOf(`${url}/readyz`)));
    return statuses.every((status) => status === 200);
  }
}

async function statusOf(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(ASK_MS) })).status;
  } catch {
    return 0;
  }
}
