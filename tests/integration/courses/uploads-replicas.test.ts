// Uploads to two catalogs over one database and one object store: what one that is killed has begun, the other continues.
import { createHash, randomBytes } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { StoreAcademy } from '../../harness/academies/store-academy.ts';
import { onSqlite } from '../../harness/engine.ts';
import { RawUpload } from '../../harness/raw-upload.ts';
import { hasPostgresql } from '../../harness/servers/postgresql.ts';
import { until } from '../../harness/until.ts';

const PART = 5 * 1024 * 1024;
/** The long form: ACADEMY_UPLOAD_KILLS=50. */
const KILLS = Number(process.env['ACADEMY_UPLOAD_KILLS'] ?? 4);

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.runIf(onSqlite('own servers') && hasPostgresql())('two catalogs without a disk', () => {
  let academy: StoreAcademy;

  beforeAll(async () => {
    academy = await StoreAcademy.start({ catalogFlags: ['--encode_elsewhere'] });
  });
  afterAll(async () => {
    await academy?.close();
  });

  /** The bytes of an upload that no kill can take. */
  const received = async (id: string) =>
    Number(await academy.server.ask('catalog', `SELECT received FROM upload_objects WHERE asset_id = '${id}'`));

  test('an upload goes on over the other one after each kill', { timeout: 60_000 + KILLS * 20_000 }, async () => {
    const content = randomBytes(KILLS * (PART / 2) + 3 * PART + 12_345);
    const upload = await RawUpload.create(academy.manager, content);
    const twice: number[] = [];
    const startsMs: number[] = [];
    let offset = 0;
    await academy.kill(academy.catalogs[1]);
    for (let kill = 0; kill < KILLS; ++kill) {
      // Only this one runs when the request begins.
      const victim = academy.catalogs[kill % 2 === 0 ? 0 : 1];
      const other = academy.catalogs[kill % 2 === 0 ? 1 : 0];
      offset = await upload.offset();
      // More than a part now and then, always less than two.
      const count = Math.min(content.length - offset - 1, PART / 2 + ((kill * 7919 * 1024) % PART));
      const sending = await upload.send(offset, count);
      await until('what no kill can take', async () => (await received(upload.id)) >= offset + count - (count % PART));
      await other.startAgain();
      await academy.kill(victim);
      // The edge notices with the next bytes, and answers or breaks the request off.
      await sending.write(content.subarray(offset + count, offset + count + 1));
      expect([0, 502, 503]).toContain(await sending.ended);
      const killed = performance.now();
      const next = await upload.offset();
      startsMs.push(Math.round(performance.now() - killed));
      twice.push(offset + count - next);
      expect(next).toBe(offset + count - (count % PART));
    }
    await academy.catalogs[KILLS % 2 === 0 ? 1 : 0].startAgain();
    expect(await upload.finish(await upload.offset())).toBe(204);
    expect(sha256(await academy.read(`uploads/${upload.id}/source`))).toBe(sha256(content));
    expect(await academy.store.openUploads()).toBe(0);
    console.info(JSON.stringify({ kills: KILLS, bytes: content.length, mostTwice: Math.max(...twice), startsMs }));
    expect(Math.max(...twice)).toBeLessThanOrEqual(PART);
  });

  test('a deleted upload leaves nothing in the store', async () => {
    const upload = await RawUpload.create(academy.manager, randomBytes(2 * PART));
    const sending = await upload.send(0, PART + 1000);
    await until('a part', async () => (await received(upload.id)) === PART);
    sending.drop();
    // Bytes that were on their way are kept as the end of the upload.
    await until('the end', async () => (await received(upload.id)) > PART);
    expect(await academy.keys(`uploads/${upload.id}`)).toHaveLength(1);
    expect(await upload.remove()).toBe(204);
    await until('its removal', async () => (await academy.keys(`uploads/${upload.id}`)).length === 0);
    expect(await academy.store.openUploads()).toBe(0);
  });
});
