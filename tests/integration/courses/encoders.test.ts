// A pool of encoders: whichever is killed, and whichever two have one job at once, every video plays and nothing that no
// row names stays in the store.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type Host } from '../../harness/academies/hosts.ts';
import { StoreAcademy } from '../../harness/academies/store-academy.ts';
import { onSqlite } from '../../harness/engine.ts';
import { assetIdOf, fetchAsset, startUpload } from '../../harness/media.ts';
import { hasPostgresql } from '../../harness/servers/postgresql.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
/** The long form: ACADEMY_ENCODER_KILLS=100. Every third fault is a double claim instead. */
const KILLS = Number(process.env['ACADEMY_ENCODER_KILLS'] ?? 4);
const VIDEOS = Math.max(3, Math.ceil(KILLS / 8));
const SECONDS = 8;

describe.runIf(onSqlite('own servers') && hasPostgresql())('a pool of encoders', () => {
  let academy: StoreAcademy;
  const encoders: Host[] = [];
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'academy-played-'));
    academy = await StoreAcademy.start({ catalogFlags: ['--encode_elsewhere'] });
    for (let i = 0; i < 2; ++i) encoders.push(await academy.encoder(['--retry_pause=50ms', '--keep_free=0']));
  });
  afterAll(async () => {
    await academy?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = async (sql: string) => (await academy.server.ask('catalog', sql)).trim();
  /** How often jobs were claimed, ended ones aside, and how many are left. */
  const jobs = async () => {
    const [claims = 0, left = 0] = (await ask('SELECT COALESCE(SUM(claim), 0), COUNT(*) FROM jobs'))
      .split('|')
      .map(Number);
    return { claims, left };
  };

  /** Ends the pauses of interrupted jobs, which grow with each interruption. */
  const resume = () => ask('UPDATE jobs SET waits = 0, due_at = 0 WHERE started = 0');

  /** The fewest frames that a player decodes of a rendition of the asset, from the store with its key. */
  async function framesOf(assetId: string): Promise<number> {
    const [row = ''] = (await ask(`SELECT hls || '|' || content_key FROM assets WHERE id = '${assetId}'`)).split('\n');
    const [hls = '', key = ''] = row.split('|');
    const own = join(folder, assetId);
    for (const blob of await academy.keys(`media/${assetId}`)) {
      const file = join(own, blob.slice(`media/${assetId}/`.length));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, await academy.read(blob));
    }
    await writeFile(join(own, 'key'), Buffer.from(key, 'base64'));
    const words = ['-v', 'error', '-allowed_extensions', 'ALL', '-protocol_whitelist', 'file,crypto', '-count_frames'];
    const shown = ['-select_streams', 'v', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0'];
    const { stdout } = await run('ffprobe', [...words, ...shown, '-i', join(own, hls)]);
    // Each rendition is listed with its program and once more.
    const frames = stdout.split('\n').filter((line) => line !== '');
    if (frames.length === 0) throw new Error(`${assetId} has no video`);
    return Math.min(...frames.map(Number));
  }

  test('loses no video and leaves nothing behind', { timeout: 400_000 + KILLS * 20_000 }, async () => {
    const files = [
      await academy.media.mp4('copied.mp4', SECONDS, '1280x720'),
      await academy.media.vp9('encoded.webm', SECONDS),
    ];
    const ids: string[] = [];
    let uploaded = 0;
    const next = async () => {
      const { upload, done } = await startUpload(academy.manager, files[uploaded++ % 2] ?? '', { chunkSize: Infinity });
      await done;
      ids.push(assetIdOf(upload));
    };
    let [kills, doubles] = [0, 0];
    for (let fault = 0; kills < KILLS; ++fault) {
      // Work for both encoders at any time.
      while (ids.length < VIDEOS && (await jobs()).left < 2) await next();
      await until('a job at work', async () => {
        // The last one may have ended meanwhile.
        if ((await jobs()).left === 0) await next();
        await resume();
        return Number(await ask('SELECT COUNT(*) FROM jobs WHERE started = 1')) > 0;
      });
      // Half of the faults come while something is stored, or in the next stage.
      const stored = fault % 2 === 0 ? undefined : (await academy.keys('media')).length;
      await until(
        'a file',
        async () => {
          await resume();
          if (stored === undefined || (await jobs()).left === 0) return true;
          return (await academy.keys('media')).length !== stored;
        },
        90_000,
      );
      if (fault % 3 === 2) {
        // The lease of whoever has it is over, and it does not know.
        doubles += Number((await ask('UPDATE jobs SET due_at = 0 WHERE started = 1 RETURNING 1')).length > 0);
      } else {
        const victim = encoders[fault % 2] as Host;
        await academy.kill(victim);
        // As its machine would, which the minute of the lease would only delay.
        await ask('UPDATE jobs SET due_at = 0 WHERE started = 1');
        await victim.startAgain();
        kills += 1;
      }
    }
    while (ids.length < VIDEOS) await next();
    await until(
      'the end of all work',
      async () => {
        await resume();
        return (await jobs()).left === 0;
      },
      200_000,
    );

    for (const id of ids) {
      expect(await fetchAsset(academy.manager, id)).toMatchObject({ status: 'ready', progress: 100, error: null });
      expect(await framesOf(id)).toBe(SECONDS * 25);
    }
    // An hour later.
    await ask('UPDATE blob_removals SET due_at = 0');
    await ask('UPDATE upload_objects SET removed_at = 0');
    await academy.kill(academy.catalogs[0]);
    await academy.catalogs[0].startAgain();
    // What was never swept before takes two sweeps, a minute apart.
    await until(
      'the sweeps',
      async () =>
        (await ask('SELECT (SELECT COUNT(*) FROM blob_removals) + (SELECT COUNT(*) FROM upload_objects)')) === '0',
      150_000,
    );
    expect(await academy.keys('uploads')).toEqual([]);
    expect(await academy.store.openUploads()).toBe(0);
    for (const id of ids) {
      const stored = new Set((await academy.keys(`media/${id}`)).map((key) => key.split('/')[2]));
      const [names = ''] = (
        await ask(`SELECT hls || ' ' || poster || ' ' || thumbnails FROM assets WHERE id = '${id}'`)
      ).split('\n');
      const named = new Set(names.split(' ').map((name) => name.split('/')[0]));
      // The first rendition of a copied video is in the folder of another attempt.
      const hls = (await academy.read(`media/${id}/${names.split(' ')[0] ?? ''}`)).toString();
      for (const [, attempt] of hls.matchAll(/^\.\.\/(\d+)\//gm)) named.add(attempt);
      expect([...stored].sort()).toEqual([...named].sort());
    }
    console.info(JSON.stringify({ kills, doubles, videos: ids.length }));
  });
});
