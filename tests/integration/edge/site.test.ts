// The first visit, and the public site as owners edit it: what visitors see of it, at every edge.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { Api, firstManager, freshEmail, PASSWORD } from '../../harness/api.ts';
import { SecondEdge } from '../../harness/academies/edge.ts';
import { Cluster } from '../../harness/cluster.ts';
import { failure } from '../../harness/expected.ts';
import { raw } from '../../harness/plain.ts';
import { until } from '../../harness/until.ts';

type Files = Record<string, Record<string, unknown>>;
interface Edited {
  result: {
    files: Files;
    revision: number;
    draft: boolean;
    publishedAt: string | null;
    views: Record<'ar' | 'en', { name: string; phone: string }>;
  };
}

let cluster: Cluster;
let second: SecondEdge;
let owner: Api;

beforeAll(async () => {
  cluster = await Cluster.start({ flags: ['--bot-check', 'off'] });
});

afterAll(async () => {
  await second?.stop();
  await cluster?.stop();
});

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
/** As a browser does, which Node's fetch is not. */
const open = (path: string, headers: Record<string, string> = BROWSER) => raw(cluster.url, path, headers);
const pageOf = async (path: string, url = cluster.url) => (await fetch(url + path)).text();
const titleAt = async (url: string) => /<title>([^<]*)</.exec(await pageOf('/?lang=en', url))?.[1];

const fetchSite = (api = owner) => api.must<Edited>('POST', '/api/cm/site/fetch');
const save = (files: Files, revision?: number, api = owner) =>
  api.put<Edited>('/api/cm/site/save-draft', { files, revision });
const publish = (revision?: number, api = owner) => api.put<Edited>('/api/cm/site/publish', { revision });

const facts = (name: string, more: object = {}) => ({ name: { ar: 'نور', en: name }, ...more });

describe('an academy that nobody manages', () => {
  test.each(['/', '/admin', '/admin/users/list', '/admin/auth/login'])(
    'leads whoever opens %s to the set-up page',
    async (path) => {
      const answer = await open(path);
      expect([answer.status, answer.headers['location']]).toEqual([302, '/admin/setup']);
      expect(answer.headers['cache-control']).toBe('no-store');
    },
  );

  test.each([
    ['/admin/setup', BROWSER],
    ['/about', BROWSER],
    ['/client/auth/login', BROWSER],
    ['/', { accept: '*/*' }],
    ['/', { ...BROWSER, 'sec-fetch-mode': 'cors' }],
  ] as const)('shows %s, and no program is led anywhere', async (path, headers) => {
    expect((await open(path, { ...headers })).status).toBe(200);
  });

  test('shows no visitor what the shipped site invents', async () => {
    const { result } = (await (await fetch(`${cluster.url}/api/public/site?lang=en`)).json()) as {
      result: { phone: string; view: { contactForm: boolean; photos: object[] } };
    };
    expect(result).toMatchObject({ phone: '', email: '', view: { contactForm: false, photos: [] } });
    const pages = await Promise.all(['/', '/contact', '/gallery', '/privacy-policy'].map((path) => pageOf(path)));
    for (const invented of ['أم ليان', '+966 11 555 0100', 'hello@academy.example', '/site/photos/lesson.svg'])
      for (const page of pages) expect(page).not.toContain(invented);
    expect(pages[3]).toContain('لم تنشر الأكاديمية شيئًا هنا بعد');
    const message = { fullname: 'Umm Layan', email: 'parent@home.test', message: 'A question' };
    expect(await new Api(cluster.url).post('/api/public/contact', message)).toMatchObject(
      failure(409, 'contact_closed'),
    );
  });
});

describe('an academy with an owner', () => {
  beforeAll(async () => {
    owner = (await firstManager(cluster.url)).api;
    second = await SecondEdge.start(cluster);
  });

  test('leads nobody to the set-up page any more', async () => {
    for (const path of ['/', '/admin']) expect((await open(path)).status).toBe(200);
  });

  test('begins with the site folder, whose examples are told to the owner', async () => {
    const { result } = await fetchSite();
    expect(result).toMatchObject({ revision: 0, draft: false, publishedAt: null });
    expect(Object.keys(result.files)).toHaveLength(15);
    expect(result.files['site.json']?.['placeholders']).toContain('phone');
    expect(result.views.en.phone).toBe('+966 11 555 0100');
  });

  test('shows a draft to nobody, and what is published at once here and soon at every edge', async () => {
    const files = { 'site.json': facts('Noor Academy', { phone: '+966 11 555 0199', palette: 'teal' }) };
    const saved = await save(files, 0);
    expect(saved.body.result).toMatchObject({ revision: 1, draft: true, publishedAt: null });
    expect(saved.body.result.views.en.name).toBe('Noor Academy');
    expect(await titleAt(cluster.url)).toBe('The Academy');

    expect((await publish(1)).body.result).toMatchObject({ revision: 2, draft: false });
    expect(await titleAt(cluster.url)).toBe('Noor Academy');
    await until('the name at the other edge', async () => (await titleAt(second.url)) === 'Noor Academy');
    const contact = await pageOf('/contact', second.url);
    expect(contact).toContain('tel:+966115550199');
    expect(contact).toContain('data-primary="teal"');
    // What was not changed still is the folder's.
    expect(await pageOf('/about?lang=en')).toContain('About us');
  });

  test('has pages without a language in the one that the owner chose', async () => {
    const { revision } = (await fetchSite()).result;
    await save({ 'site.json': facts('Noor Academy', { defaultLanguage: 'en' }) }, revision);
    await publish();
    const english = await fetch(`${cluster.url}/about`);
    expect(english.headers.get('content-language')).toBe('en');
    const page = await pageOf('/about?lang=ar');
    expect(page).toMatch(/<link rel="canonical" href="[^"]*\/about\?lang=ar"/);
    expect(page).toMatch(/hreflang="x-default" href="[^"]*\/about"/);
  });

  test('names each mistake with its file and key, and keeps what was', async () => {
    const { revision } = (await fetchSite()).result;
    const answer = await save({ 'site.json': facts('', { email: 'nobody' }) }, revision);
    expect(answer).toMatchObject(failure(422, 'validation_failed'));
    expect(answer.body.data?.map(({ field, code }) => [field, code])).toEqual([
      ['site.json: email', 'email_invalid'],
      ['site.json: name.en', 'required'],
    ]);
    expect((await fetchSite()).result.revision).toBe(revision);
  });

  test('refuses the change of who has not seen another’s, and of who is no owner', async () => {
    expect(await save({ 'site.json': facts('Mine') }, 0)).toMatchObject(failure(409, 'changed_meanwhile'));
    const email = freshEmail('manager');
    const body = { email, password: PASSWORD, fullname: 'A Manager', role: 'manager' };
    await owner.must('PUT', '/api/cm/manager/register-manager', body);
    const { token } = await owner.must<{ token: string }>('POST', '/api/cm/auth/login', { email, password: PASSWORD });
    const manager = owner.with(token);
    expect(await save({ 'site.json': facts('Mine') }, undefined, manager)).toMatchObject(
      failure(403, 'role_not_allowed'),
    );
    expect(await manager.post('/api/cm/site/fetch')).toMatchObject(failure(403, 'role_not_allowed'));
  });

  test('has what is published in the audit trail', async () => {
    const { result } = await owner.must<{ result: { action: string; details: Record<string, string> }[] }>(
      'POST',
      '/api/cm/audit/fetch-events',
      { action: 'site.' },
    );
    expect(result.map(({ action }) => action)).toContain('site.published');
    expect(result.find(({ action }) => action === 'site.draft_saved')?.details).toEqual({ changed: 'site.json' });
  });

  test('still shows it after a restart of the edge, although auth does not answer', async () => {
    const auth = await cluster.pidOf('auth');
    await cluster.freeze(auth);
    try {
      const edge = await cluster.pidOf('edge');
      process.kill(edge, 'SIGKILL');
      await until('the name', async () => (await titleAt(cluster.url).catch(() => undefined)) === 'Noor Academy');
      expect(await cluster.pidOf('edge')).not.toBe(edge);
    } finally {
      process.kill(auth, 'SIGCONT');
    }
    await until('auth', async () => (await owner.post('/api/cm/site/fetch')).status === 200);
  });

  test('without a mail server says that no test mail can be sent', async () => {
    expect(await owner.post('/api/cm/mail/send-test')).toMatchObject(failure(409, 'mail_not_set_up'));
  });
});
