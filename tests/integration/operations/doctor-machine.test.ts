// `./academy doctor`: what it finds of the machine.
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { ROOT } from '../../harness/cluster.ts';
import { ANY_PORTS, expectWrong, of, portOf, UnstartedAcademy } from '../../harness/doctor.ts';
import { ask } from '../../harness/servers/units.ts';

// Every check is made each time.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

let academy: UnstartedAcademy;

beforeAll(async () => {
  academy = await UnstartedAcademy.create();
});

afterAll(() => academy?.remove());

// Mounts need root, and end with the command.
describe.runIf(process.getuid?.() === 0)('disk', () => {
  const on = async (mount: string, fill = '') => {
    const folder = academy.at('disk');
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const script = `mount -t tmpfs ${mount} tmpfs ${folder} && mkdir -m 700 ${folder}/run && ${fill || ':'} && ${ROOT}/academy doctor --data ${folder} ${ANY_PORTS.join(' ')}`;
    return ask('unshare', ['--mount', 'bash', '-c', script]);
  };

  test('with space', async () => {
    expect(of(await on('-o size=8g,mode=700'), 'disk')).toMatch(/^ok {6}disk: 819\d MiB and \d+ files free in /);
  });

  test('with little', async () => {
    expect(of(await on('-o size=1g,mode=700'), 'disk')).toMatch(/^advice {2}disk: only 10\d\d MiB are free in /);
    expectWrong(await on('-o size=100m,mode=700'), 'disk', /only \d+ MiB are free in /);
  });

  test('that is full', async () => {
    const said = await on(
      '-o size=256k,mode=700',
      '{ head -c 1m /dev/zero >DATA/run/much; true; }'.replace('DATA', academy.at('disk')),
    );
    expectWrong(said, 'disk', /(nothing can be written|does not reach the disk): No space left on device/m);
  });

  test('that takes no more files', async () => {
    expectWrong(await on('-o size=8g,nr_inodes=20,mode=700'), 'disk', /only \d+ files more can be made/);
  });

  test('that is mounted read-only', async () => {
    const again = `mount -o remount,ro tmpfs ${academy.at('disk')}`;
    expectWrong(await on('-o size=8g,mode=700', again), 'disk', /nothing can be written in .*: Read-only file system/);
  });
});

describe('clock', () => {
  let server: Server;
  let port: number;
  let ahead = 0;
  beforeAll(async () => {
    server = createServer((_, answer) => {
      answer.setHeader('Date', new Date(Date.now() + ahead).toUTCString());
      answer.end();
    });
    port = await portOf(server);
  });
  afterAll(() => server.close());

  const store = () => `s3://b/p?endpoint=http://127.0.0.1:${port}`;
  /** A machine whose systemd says so. */
  const synchronized = async (word: string) => {
    await mkdir(academy.at('bin'), { recursive: true });
    await writeFile(academy.at('bin/timedatectl'), `#!/bin/sh\necho ${word}\n`, { mode: 0o755 });
    return { PATH: `${academy.at('bin')}:${process.env.PATH}` };
  };
  const credentials = async () => {
    await writeFile(academy.at('none'), 'aws_access_key_id=a\naws_secret_access_key=b\n', { mode: 0o600 });
    return ['--s3-credentials', academy.at('none')];
  };

  test('set by a time server, or by none', async () => {
    expect(of(await academy.doctor([], await synchronized('yes')), 'clock')).toMatch(
      /^ok {6}clock: set by a time server/,
    );
    expect(of(await academy.doctor([], await synchronized('no')), 'clock')).toMatch(/^advice {2}clock: no time server/);
  });

  test('right or wrong by the store’s', async () => {
    const words = ['--blobs', store(), ...(await credentials())];
    expect(of(await academy.doctor(words, await synchronized('yes')), 'clock')).toMatch(
      /^ok .* within \d s of that of 127\.0\.0\.1/,
    );
    ahead = 600_000;
    expectWrong(
      await academy.doctor(words, await synchronized('yes')),
      'clock',
      /differs by (599|600|601) s from that of 127/,
    );
    ahead = 60_000;
    expect(of(await academy.doctor(words, await synchronized('yes')), 'clock')).toMatch(
      /^advice {2}clock: .* differs by (59|60|61) s/,
    );
  });
});

test('limits: few open files are advice', async () => {
  const words = ['--data', academy.data, ...ANY_PORTS].join(' ');
  const { text } = await ask('bash', ['-c', `ulimit -n 1024 && exec ${ROOT}/academy doctor ${words}`]);
  expect(text).toMatch(/^advice {2}limits: only 1024 files can be open at once/m);
});

test('versions: ffmpeg that does not run', async () => {
  expect(of(await academy.doctor(), 'versions')).toMatch(/^ok {6}versions: academy \d+\.\d+\.\d+.*, ffmpeg \d/);
  await mkdir(academy.at('broken'));
  await writeFile(academy.at('broken/ffmpeg'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const said = await academy.doctor([], { PATH: `${academy.at('broken')}:${process.env.PATH}` });
  expectWrong(said, 'versions', /ffmpeg does not run, so no video can be processed\. Fix: apt install ffmpeg/);
});
