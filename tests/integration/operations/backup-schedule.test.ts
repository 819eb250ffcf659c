// Backups that the running academy makes by itself.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { firstManager } from '../../harness/api.ts';
import { must, ScratchFolder } from '../../harness/backups.ts';
import { Cluster } from '../../harness/cluster.ts';
import { onSqlite } from '../../harness/engine.ts';
import { until } from '../../harness/until.ts';

// Academies are started many times.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

interface Last {
  id: string;
  at: number;
  ok: boolean;
  bytes: number;
  seconds: number;
  error?: string;
}

let scratch: ScratchFolder;

beforeAll(async () => {
  scratch = await ScratchFolder.create();
});

afterAll(async () => {
  await scratch?.remove();
});

const lastOf = async (cluster: Cluster) =>
  JSON.parse(await readFile(join(cluster.data, 'backup', 'last.json'), 'utf8')) as Last;

async function lastSuccess(cluster: Cluster): Promise<number> {
  const page = await (await fetch(`${cluster.url}/metrics`)).text();
  return Number(/^academy_backup_last_success_seconds\S* (\S+)$/m.exec(page)?.[1]);
}

test.runIf(onSqlite('copies files'))('they are made on schedule, and only those of the policy are kept', async () => {
  const to = scratch.at('backups');
  const cluster = await Cluster.start({
    flags: ['--bot-check', 'off', '--backup-to', to, '--backup-every', '2s', '--backup-keep', '1h'],
  });
  try {
    await firstManager(cluster.url);
    const first = await until('the first backup', () => lastOf(cluster));
    expect(first).toMatchObject({ ok: true });
    expect(Math.abs(Date.now() - first.at)).toBeLessThan(120_000);
    expect(first.bytes).toBeGreaterThan(0);
    expect(first.seconds).toBeGreaterThan(0);
    const second = await until('the next one', async () => {
      const last = await lastOf(cluster);
      return last.id === first.id ? undefined : last;
    });
    expect(await lastSuccess(cluster)).toBeGreaterThanOrEqual(second.at / 1000);
    const listed = (await must('backup', '--list', '--from', to)).split('\n').filter(Boolean);
    // At the turn of the hour there are two.
    expect(listed.length).toBeLessThanOrEqual(2);
  } finally {
    await cluster.stop();
  }
});

test('a backup that fails is told, and the academy goes on', async () => {
  const file = scratch.at('file');
  await writeFile(file, 'no folder');
  const cluster = await Cluster.start({ flags: ['--backup-to', join(file, 'backups'), '--backup-every', '1s'] });
  try {
    const line = await until('the line', () => cluster.lines.find((each) => each.includes('The backup failed')));
    expect(line).toContain('cannot make the folder');
    expect(await lastOf(cluster)).toMatchObject({ ok: false, id: '', error: expect.stringContaining('cannot make') });
    expect(await lastSuccess(cluster)).toBe(0);
    expect((await fetch(`${cluster.url}/readyz`)).status).toBe(200);
  } finally {
    await cluster.stop();
  }
});

test('flags of backups without a place are refused', async () => {
  await expect(Cluster.start({ flags: ['--backup-every', '1h'] })).rejects.toThrow('Backups need a place');
  await expect(Cluster.start({ flags: ['--backup-to', 's3://bucket/backups'] })).rejects.toThrow('are encrypted');
});
