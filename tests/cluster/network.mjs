// Three hosts on one network, as network namespaces. The run itself is in a namespace of its own, the hub, to whose
// bridge every host is linked by a veth pair, so nothing of this is on the machine's network.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { ROOT } from '../bench/lib/academy.mjs';

export const HOSTS = ['h1', 'h2', 'h3'];
export const HUB = '10.77.0.254';
const SOURCE = join(ROOT, 'tests/cluster/distance/distance.cc');
const PROGRAM = join(ROOT, 'out/cluster/distance');

/** A host's address. */
export const addressOf = (host) => `10.77.0.${HOSTS.indexOf(host) + 1}`;

const ip = (...words) => execFileSync('ip', words.map(String), { stdio: ['ignore', 'ignore', 'inherit'] });

/** The words that run a command on a host; without a host it is the hub. */
export const on = (host) => (host ? ['nsenter', `--net=/run/netns/${host}`, '--'] : []);

/**
 * Makes the network. The namespaces' names are in the run's own /run, and end with the run. With `distance`, milliseconds,
 * what one host sends reaches another so much later, and the hub after half of it.
 */
export function makeNetwork(programs, distance) {
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'bridge', 'type', 'bridge', 'forward_delay', 0);
  ip('addr', 'add', `${HUB}/24`, 'dev', 'bridge');
  ip('link', 'set', 'bridge', 'up');
  for (const host of HOSTS) {
    ip('netns', 'add', host);
    ip('link', 'add', host, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', host);
    ip('link', 'set', distance > 0 ? moveAway(host) : host, 'master', 'bridge', 'up');
    ip('link', 'set', host, 'up');
    ip('-n', host, 'addr', 'add', `${addressOf(host)}/24`, 'dev', 'eth0');
    for (const link of ['lo', 'eth0']) ip('-n', host, 'link', 'set', link, 'up');
  }
  if (distance <= 0) return;
  build();
  const links = HOSTS.flatMap((host) => [host, `${host}-far`]);
  programs.start('distance', { words: [PROGRAM, Math.round((distance * 1000) / 2), ...links] });
}

/** Puts another pair between a host's link and the bridge; the program leads from one to the other. The end for the bridge. */
function moveAway(host) {
  ip('link', 'add', `${host}-far`, 'type', 'veth', 'peer', 'name', `${host}-port`);
  // Only the program hears what arrives: the kernel itself would answer at both.
  ip('link', 'set', host, 'arp', 'off');
  ip('link', 'set', `${host}-far`, 'arp', 'off', 'up');
  return `${host}-port`;
}

/** Compiles the program, unless it is newer than its source. */
function build() {
  if (existsSync(PROGRAM) && statSync(PROGRAM).mtimeMs > statSync(SOURCE).mtimeMs) return;
  mkdirSync(dirname(PROGRAM), { recursive: true });
  execFileSync('g++', ['-std=c++20', '-O2', '-Wall', '-Wextra', '-o', PROGRAM, SOURCE], { stdio: 'inherit' });
}

/** Cuts a host off from all others. */
export const cut = (host) => ip('link', 'set', host, 'down');
export const heal = (host) => ip('link', 'set', host, 'up');
