// presence is one process, which another host starts when its own is lost: edges have the addresses of all hosts, and find
// it where it runs.
import { rm } from 'node:fs/promises';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Host } from '../../harness/academies/hosts.ts';
import { firstManager } from '../../harness/api.ts';
import { onSqlite } from '../../harness/engine.ts';
import { LiveConnection } from '../../harness/live.ts';
import { freePort } from '../../harness/servers/proxy.ts';
import { until } from '../../harness/until.ts';

// The processes are started by hand, on SQLite.
describe.runIf(onSqlite('opens files'))('an edge with the addresses of three hosts', () => {
  const hosts: Host[] = [];
  let edge: Host;
  let presence: Host;
  let ports: [number, number, number];
  let toAuth: string;
  let keysFrom: string;

  async function start(...words: Parameters<typeof Host.start>): Promise<Host> {
    const host = await Host.start(...words);
    hosts.push(host);
    return host;
  }

  const url = () => `http://${edge.address()}`;
  const readiness = async () => (await fetch(`${url()}/readyz`)).status;

  beforeAll(async () => {
    ports = [await freePort(), await freePort(), await freePort()];
    const auth = await start('auth', { flags: ['--bot_check=off'] });
    toAuth = `--auth=${auth.address()}`;
    keysFrom = auth.data;
    const catalog = await start('catalog', { keysFrom, flags: [toAuth] });
    const toCatalog = `--catalog=${catalog.address()}`;
    presence = await start('presence', { keysFrom, flags: [toAuth, `--grpc_port=${ports[1]}`] });
    const enrollment = await start('enrollment', { keysFrom, flags: [toAuth, toCatalog] });
    const addresses = ports.map((port) => `127.0.0.1:${port}`).join(',');
    const flags = [toAuth, toCatalog, `--enrollment=${enrollment.address()}`, `--presence=ipv4:${addresses}`];
    edge = await start('edge', { keysFrom, flags: [...flags, '--bot_check=off'] });
  });
  afterAll(async () => {
    for (const host of hosts) await host.remove();
  });

  test('is ready with the one that runs, and with another one after that', async () => {
    await until('readiness', async () => (await readiness()) === 200);
    const { api } = await firstManager(url());
    const watch = async () => {
      const live = new LiveConnection(url(), api.token);
      await live.connected();
      await live.got('onlineUsers');
      live.close();
    };
    await watch();

    presence.signal('SIGKILL');
    await presence.ended();
    await until('the loss to be noticed', async () => (await readiness()) === 503);
    // As on another host over the same database.
    await rm(`${presence.data}/run/presence.addr`, { force: true });
    await start('presence', { data: presence.data, flags: [toAuth, `--grpc_port=${ports[2]}`] });
    await until('readiness again', async () => (await readiness()) === 200);
    await watch();
    expect(await readiness()).toBe(200);
  });
});
