// Runs `./academy doctor`, and reads what it found.
import { chmod, mkdir } from 'node:fs/promises';
import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';

import { expect } from 'vitest';

import { ScratchFolder } from './backups.ts';
import { ROOT } from './cluster.ts';
import { ask, type Said } from './servers/units.ts';

/** For an academy that does not run, so that no port is in the way. */
export const ANY_PORTS = ['--port', '0', '--grpc-port-base', '0'];

export const doctor = (words: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  ask(join(ROOT, 'academy'), ['doctor', ...words], env);

/** Of the academy in a data folder, which does not run. */
export const doctorAtRest = (data: string, words: readonly string[] = [], env: NodeJS.ProcessEnv = {}) =>
  doctor(['--data', data, ...ANY_PORTS, ...words], env);

/** Makes the data folder of an academy that has never been started. */
export async function newDataFolder(data: string): Promise<string> {
  await mkdir(join(data, 'run'), { recursive: true });
  await chmod(data, 0o700);
  return data;
}

/** An academy that has never been started, with a scratch folder: enough where its own files do not matter. */
export class UnstartedAcademy {
  private constructor(readonly scratch: ScratchFolder) {}

  static async create(): Promise<UnstartedAcademy> {
    const academy = new UnstartedAcademy(await ScratchFolder.create());
    await newDataFolder(academy.data);
    return academy;
  }

  get data(): string {
    return this.at('data');
  }

  at(name: string): string {
    return this.scratch.at(name);
  }

  doctor(words: readonly string[] = [], env: NodeJS.ProcessEnv = {}): Promise<Said> {
    return doctorAtRest(this.data, words, env);
  }

  remove(): Promise<void> {
    return this.scratch.remove();
  }
}

/** What was said of one check, in as many lines as there were findings. */
export const of = ({ text }: Said, check: string) =>
  text
    .split('\n')
    .filter((line) => line.slice(8).startsWith(`${check}: `))
    .join('\n');

/** Whether something is wrong is the exit code: a finding of this check alone decides it. */
export function expectWrong(said: Said, check: string, what: RegExp): void {
  expect(of(said, check), said.text).toMatch(what);
  expect(of(said, check)).toMatch(/^wrong {3}/);
  expect(of(said, check)).toMatch(/\. Fix: \S/);
  expect(said.code).toBe(1);
}

/** Lets a server of the test listen, and returns its port. */
export async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
