// An empty Debian on which somebody makes the package, as docs/install.md says: from a clone, and again from another one.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '../bench/lib/academy.mjs';
import { HUB, PACKAGES_PORT } from '../deploy/hosts.mjs';

const HOST = 'h2';
const CLONE = '/srv/academy';
const NETWORK = `http://${HUB}:${PACKAGES_PORT}`;
/** Authorities that this machine trusts besides Debian's, because its network may need them. */
const AUTHORITIES = 'usr/local/share/ca-certificates';

export class Builder {
  constructor(run) {
    this.run = run;
    this.root = run.hosts.rootOf(HOST);
  }

  async start() {
    const { hosts, flags } = this.run;
    hosts.make(HOST);
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, join(this.root, CLONE)]);
    if (existsSync(join('/', AUTHORITIES)))
      cpSync(join('/', AUTHORITIES), join(this.root, AUTHORITIES), { recursive: true });
    if (flags.compiled) {
      const cache = join(this.root, 'root/.cache/academy/bazel');
      for (const folder of [cache, flags.compiled]) mkdirSync(folder, { recursive: true });
      execFileSync('mount', ['--bind', flags.compiled, cache]);
    }
    await hosts.boot(HOST);
    await this.on('update-ca-certificates && apt-get update && apt-get install -y --no-install-recommends git');
  }

  on(text) {
    const env = {
      DEBIAN_FRONTEND: 'noninteractive',
      LANG: 'C.UTF-8',
      https_proxy: NETWORK,
      NODE_EXTRA_CA_CERTS: '/etc/ssl/certs/ca-certificates.crt',
    };
    return this.run.shell(this.run.hosts.on(HOST), text, { env });
  }

  /** Returns the name of the package's file in the root's folder `to`, and what the command said of it. */
  async make(clone, to, more = '') {
    const said = await this.on(`cd ${clone} && ./academy package --to /root/${to} ${more} && bazel shutdown`);
    const [, path, about] = /^academy: Made (\S+): (.*)$/m.exec(said);
    return { path, about };
  }

  /** The checks; returns whether there is a package and one with a higher version, which are then where `files` says. */
  async makeAll(files) {
    const { run } = this;
    const made = await run.check('an empty Debian makes the package of a clone', async () => {
      this.package = await this.make(CLONE, 'here');
      return this.package.about;
    });
    if (!made) return false;
    await run.check('the same bytes, of a clone elsewhere', async () => {
      const elsewhere = '/srv/else/where';
      await this.on(`git clone --quiet ${CLONE} ${elsewhere}`);
      const { path } = await this.make(elsewhere, 'elsewhere');
      await this.on(`cmp ${this.package.path} ${path}`);
    });
    await run.check('lintian finds no errors', async () => {
      await this.on('apt-get install -y --no-install-recommends lintian');
      const said = await this.on(
        `lintian --fail-on error --tag-display-limit 0 --allow-root ${this.package.path} 2>&1`,
      );
      return said.trim() === '' ? 'nor anything else' : `but says\n    ${said.trim().replaceAll('\n', '\n    ')}`;
    });
    return run.check('the same with a higher version', async () => {
      const { path } = await this.make(CLONE, 'next', '--version "$(cat VERSION)+next"');
      copyFileSync(join(this.root, this.package.path), files.package);
      copyFileSync(join(this.root, path), files.next);
    });
  }

  /** Switches it off and throws its disk away. */
  async end() {
    await this.run.hosts.lose(HOST);
    if (this.run.flags.compiled) execFileSync('umount', [join(this.root, 'root/.cache/academy/bazel')]);
    this.run.hosts.clear(HOST);
  }
}
