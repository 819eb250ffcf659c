// Three hosts on one network, as network namespaces. The run itself is in a namespace of its own, the hub, to whose
// bridge every host is linked by a veth pair, so nothing of this is on the machine's network.
import { execFileSync } from 'node:child_process';

export const HOSTS = ['h1', 'h2', 'h3'];
export const HUB = '10.77.0.254';

/** A host's address. */
export const addressOf = (host) => `10.77.0.${HOSTS.indexOf(host) + 1}`;

const ip = (...words) => execFileSync('ip', words.map(String), { stdio: ['ignore', 'ignore', 'inherit'] });

/** The words that run a command on a host; without a host it is the hub. */
export const on = (host) => (host ? ['nsenter', `--net=/run/netns/${host}`, '--'] : []);

/** Makes the network. The namespaces' names are in the run's own /run, and end with the run. */
export function makeNetwork() {
  execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', '/run']);
  ip('link', 'set', 'lo', 'up');
  ip('link', 'add', 'bridge', 'type', 'bridge', 'forward_delay', 0);
  ip('addr', 'add', `${HUB}/24`, 'dev', 'bridge');
  ip('link', 'set', 'bridge', 'up');
  for (const host of HOSTS) {
    ip('netns', 'add', host);
    ip('link', 'add', host, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', host);
    ip('link', 'set', host, 'master', 'bridge', 'up');
    ip('-n', host, 'addr', 'add', `${addressOf(host)}/24`, 'dev', 'eth0');
    for (const link of ['lo', 'eth0']) ip('-n', host, 'link', 'set', link, 'up');
  }
}

/** Cuts a host off from all others. */
export const cut = (host) => ip('link', 'set', host, 'down');
export const heal = (host) => ip('link', 'set', host, 'up');
