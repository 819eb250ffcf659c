// What the edge serves of the site folder and of the build, and how.
import { execFile, spawn } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api } from '../../harness/api.ts';
import { ORIGIN, SiteAcademy } from '../../harness/academies/site-academy.ts';
import { ScratchFolder } from '../../harness/backups.ts';
import { ROOT } from '../../harness/cluster.ts';
import { changeSite } from '../../harness/own-site.ts';
import { raw } from '../../harness/plain.ts';
import { MailCatcher } from '../../harness/servers/mail.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);

let scratch: ScratchFolder;
let mail: MailCatcher;
let academy: SiteAcademy;

beforeAll(async () => {
  scratch = await ScratchFolder.create();
  mail = await MailCatcher.start();
  academy = await SiteAcademy.start('--smtp', mail.url);
});

afterAll(async () => {
  await academy?.stop();
  await mail?.stop();
  await scratch?.remove();
});

test('/licenses has the licences of the code that pages and programs hold, as text', async () => {
  const { status, headers, body } = await raw(academy.url, '/licenses');
  expect([status, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  const shipped = JSON.parse(await readFile(join(ROOT, 'out/web/.packages.json'), 'utf8')) as string[];
  const text = body.toString();
  for (const each of shipped) {
    const [name, version] = [each.slice(0, each.lastIndexOf('@')), each.slice(each.lastIndexOf('@') + 1)];
    expect(text).toContain(`\n${name} ${version}\nLicence: `);
  }
  expect(text).toContain('\nargon2 ');
  expect(text).toContain('\nnlohmann-json3-dev ');
});

describe('answers', () => {
  test('an unchanged page is not sent again, and is compressed for clients that accept it', async () => {
    const plain = await raw(academy.url, '/about');
    const etag = plain.headers['etag'] ?? '';
    expect(etag).toMatch(/^"[0-9a-f]+"$/);
    expect((await raw(academy.url, '/about', { 'if-none-match': etag })).status).toBe(304);
    for (const [coding, unpack] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const packed = await raw(academy.url, '/about', { 'accept-encoding': coding });
      expect(packed.headers['content-encoding']).toBe(coding);
      expect(packed.headers['vary']).toContain('Accept-Encoding');
      expect(packed.headers['etag']).not.toBe(etag);
      expect(unpack(packed.body).equals(plain.body)).toBe(true);
    }
  });

  test('HEAD returns only the head, and other methods are refused', async () => {
    const head = await fetch(`${academy.url}/courses`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const post = await fetch(`${academy.url}/courses`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('photos come from the site folder, and nothing else does', async () => {
    const photo = await fetch(`${academy.url}/site/photos/lesson.svg`);
    expect(photo.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    expect(photo.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const path of ['/site/photos/none.svg', '/site/photos/..%2fsite.json', '/site/photos/', '/site/site.json']) {
      expect((await fetch(academy.url + path)).status, path).toBe(404);
    }
  });
});

describe('the site folder', () => {
  test('provides no security.txt until the owner names a contact', async () => {
    const none = await fetch(`${academy.url}/.well-known/security.txt`);
    expect(none.status).toBe(404);
    expect(((await none.json()) as { code: string }).code).toBe('not_found');
  });

  test('is reloaded at SIGHUP; an invalid one is not used', async () => {
    const edge = await academy.cluster.pidOf('edge');
    const title = async () => (await academy.page('/?lang=en')).title;
    await changeSite(academy.site, 'site.json', (content) => (content['name'] = { ar: 'جديد', en: 'Renamed' }));
    process.kill(edge, 'SIGHUP');
    await until('the new name', async () => (await title()) === 'Renamed');
    await changeSite(academy.site, 'site.json', (content) => (content['name'] = { ar: 'بلا إنجليزية' }));
    process.kill(edge, 'SIGHUP');
    await until('the mistake in the log', async () =>
      (await academy.cluster.logOf('edge')).includes('site.json: name.en is missing'),
    );
    expect(await title()).toBe('Renamed');
  });

  test('provides the security contact of security.txt, valid for less than a year', async () => {
    await changeSite(academy.site, 'site.json', (content) => {
      content['name'] = { ar: 'أكاديمية النور', en: 'Noor Academy' };
      content['securityContact'] = 'security@academy.test';
    });
    process.kill(await academy.cluster.pidOf('edge'), 'SIGHUP');
    const answer = await until('the contact', async () => {
      const found = await fetch(`${academy.url}/.well-known/security.txt`);
      return found.status === 200 ? found : undefined;
    });
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const fields = new Map(
      (await answer.text())
        .trimEnd()
        .split('\n')
        .map((line) => line.split(': ', 2) as [string, string]),
    );
    expect(fields.get('Contact')).toBe('mailto:security@academy.test');
    expect(fields.get('Preferred-Languages')).toBe('ar, en');
    expect(fields.get('Canonical')).toBe(`${ORIGIN}/.well-known/security.txt`);
    const days = (Date.parse(fields.get('Expires') ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(100);
    expect(days).toBeLessThan(365);
  });

  test('with mistakes prevents the edge from starting, and each is reported with its file and key', async () => {
    const bad = scratch.at('bad');
    await cp(join(ROOT, 'site'), bad, { recursive: true, dereference: true });
    await changeSite(bad, 'en/home.json', (content) => delete content['hero']);
    await changeSite(bad, 'ar/about.json', (content) => (content['titel'] = 'typo'));
    await writeFile(join(bad, 'en/terms.json'), '{');
    const data = scratch.at('data');
    const child = spawn(join(ROOT, 'out/bin/edge'), [
      ...[`--data=${data}`, '--port=0', `--web=${join(ROOT, 'out/web')}`, `--site=${bad}`],
    ]);
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    expect(code).toBe(1);
    expect(said).toContain('en/home.json: hero is missing');
    expect(said).toContain('ar/about.json: titel is not known here');
    expect(said).toContain('en/terms.json: is no JSON');
  });

  test('that is missing is reported by the command itself', async () => {
    const failed = await run(join(ROOT, 'academy'), ['run', '--no-build', '--site', scratch.at('nowhere')]).then(
      () => '',
      (error: { stderr: string }) => error.stderr,
    );
    expect(failed).toContain('has no site.json');
  });

  test('gives the web app its texts by GET /api/public/site', async () => {
    const answer = await new Api(academy.url).call<{
      result: { view: { lang: string; pages: { about: { title: string } } } };
    }>('GET', '/api/public/site?lang=en');
    const { result } = answer.body;
    expect(result.view.lang).toBe('en');
    expect(result.view.pages.about.title).toBe('About us');
    expect(JSON.stringify(result)).not.toContain('inbox@academy.test');
  });
});

describe('the contact form', () => {
  const message = { fullname: 'أم ليان', email: 'parent@home.test', phonenumber: '', message: 'أي دورة تناسب ابنتي؟' };
  const send = (body: object) => new Api(academy.url).post('/api/public/contact', body);

  test('mails a visitor’s message to the academy, with the visitor as Reply-To', async () => {
    expect((await send(message)).status).toBe(200);
    const sent = await mail.mailTo('inbox@academy.test');
    expect(sent.subject).toContain(message.fullname);
    expect(sent.text).toContain(message.message);
    expect(sent.raw).toMatch(/^Reply-To: parent@home\.test\r?$/m);
  });

  test('reports invalid fields, and limits the number of messages', async () => {
    const wrong = await send({ ...message, email: 'nobody', message: '' });
    expect(wrong.status).toBe(422);
    expect(wrong.body.data?.map(({ field }) => field)).toEqual(['email', 'message']);
    const statuses: number[] = [];
    for (let i = 0; i < 11; ++i) statuses.push((await send(message)).status);
    expect(statuses.at(-1)).toBe(429);
  });
});
