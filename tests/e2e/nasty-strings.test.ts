// Names, titles and texts that are hard to show, on every screen and in the mails: nothing is wider than its window, each
// stands isolated in what surrounds it, and none sets the direction of anything but itself.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  assign,
  firstManager,
  freshEmail,
  newCourse,
  signIn,
  PASSWORD,
  type Api,
  type Course,
  type Learner,
} from '../harness/api.ts';
import { logIn } from '../harness/academies/learner-academy.ts';
import { launchBrowser, Person, type Language } from '../harness/browser/browser.ts';
import { signManagerInto } from '../harness/browser/manager-looks.ts';
import { settled, sidewaysScroll } from '../harness/browser/screens.ts';
import { Cluster } from '../harness/cluster.ts';
import { MediaFolder, readyAsset, setVideos } from '../harness/media.ts';
import { NASTY, shownForm } from '../harness/nasty-strings.ts';
import { MailCatcher } from '../harness/servers/mail.ts';
import { until } from '../harness/until.ts';

const SHOWN = NASTY.map(shownForm);
const LANGUAGES = ['ar', 'en'] as const;
const PHONE = '\u202E+966 (50) 123 - تحويلة 7\u202C';
/** What the screens are searched for. */
const TEXTS = [...SHOWN, shownForm(PHONE)];
const SITE_EMAIL = 'hello@academy.test';

/** Another text for the same record. */
const other = (index: number, by: number): string => NASTY[(index + by) % NASTY.length]!;

let mail: MailCatcher;
let media: MediaFolder;
let cluster: Cluster;
let browser: Browser;
let manager: { api: Api; email: string };
let courses: Course[];
let learner: Learner;

/** The learner and the course that the screens of one show: an override, and the end of an isolate. */
const [FIRST, SECOND] = [0, 1];

beforeAll(async () => {
  [mail, media, browser] = await Promise.all([MailCatcher.start(), MediaFolder.create(), launchBrowser()]);
  cluster = await Cluster.start({ flags: ['--smtp', mail.url, '--bot-check', 'off'] });
  manager = await firstManager(cluster.url);
  const { api } = manager;
  const asset = media.mp4('C++ (1) سارة.mp4', 2).then((file) => readyAsset(api, file));
  courses = [];
  for (const index of NASTY.keys()) courses.push(await nastyCourse(api, index));
  const learners = [];
  for (const index of NASTY.keys()) learners.push(await nastyLearner(api, index));
  learner = learners[FIRST]!;
  for (const { _id } of courses) await assign(api, _id, learner._id);
  const bank = { accountHolder: NASTY[SECOND], bankName: NASTY[FIRST], iban: 'SA0380000000608010167519' };
  await (await signIn(cluster.url, learner.email)).must('PUT', '/api/user/update-bank', bank);
  for (const text of NASTY.slice(0, 4)) {
    const person = { email: freshEmail('manager'), password: PASSWORD, fullname: text, role: 'support' };
    await api.must('PUT', '/api/cm/manager/register-manager', person);
  }
  // What is in the bin.
  for (const text of NASTY.slice(0, 4)) {
    const { _id } = await newCourse(api, text);
    await api.must('DELETE', '/api/cm/course/delete-course', { courseId: _id });
  }
  await publishNastySite(api);
  const { _id: assetId } = await asset;
  courses[SECOND] = await setVideos(api, courses[SECOND]!, [assetId]);
  const captions = new FormData();
  for (const [key, value] of Object.entries({ assetId, lang: 'ar', label: NASTY[FIRST]! })) captions.set(key, value);
  captions.set('file', new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nسارة\n'], 'ar.vtt', { type: 'text/vtt' }));
  await api.must('POST', '/api/cm/media/upload-captions', captions);
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
  await mail?.stop();
  await media?.remove();
});

/** A course whose every text is nasty; a lesson of it has chapters. */
async function nastyCourse(api: Api, index: number): Promise<Course> {
  const title = NASTY[index]!;
  const form = new FormData();
  form.set('title', title);
  form.set('description', `${other(index, 1)}\n${other(index, 2)}`);
  const chapters = `0:00 ${other(index, 3)}\n0:01 ${other(index, 4)}`;
  form.set('parts', JSON.stringify([{ title, description: chapters }, { title }]));
  return (await api.must<{ result: Course }>('PUT', '/api/cm/course/create-course', form)).result;
}

async function nastyLearner(api: Api, index: number): Promise<Learner> {
  const texts = { fullname: NASTY[index], address: other(index, 5), phonenumber: PHONE };
  const body = { email: freshEmail(), password: PASSWORD, ...texts };
  return (await api.must<{ result: Learner }>('POST', '/api/cm/user/create-user', body)).result;
}

/** What of the site's files is not a text that is shown. */
const NOT_SHOWN =
  /^(?:placeholders|icon|file|url|email|phone|whatsapp|country|logo|palette|defaultLanguage|sharePicture|messagesTo|securityContact|securityPolicy)$/;

/** Publishes the shipped site with each of its texts replaced. */
async function publishNastySite(api: Api): Promise<void> {
  let next = 0;
  const texts = NASTY.filter((text) => !text.includes('\uFDFD'));
  const replaced = (value: unknown): unknown => {
    if (typeof value === 'string') return texts[next++ % texts.length];
    if (Array.isArray(value)) return value.map(replaced);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([key]) => key !== 'placeholders');
    return Object.fromEntries(entries.map(([key, inner]) => [key, NOT_SHOWN.test(key) ? inner : replaced(inner)]));
  };
  interface Site {
    result: { files: Record<string, Record<string, unknown>>; revision: number };
  }
  const { files } = (await api.must<Site>('POST', '/api/cm/site/fetch')).result;
  const site = replaced(files) as typeof files;
  Object.assign(site['site.json']!, {
    name: { ar: NASTY[FIRST], en: NASTY[FIRST] },
    email: SITE_EMAIL,
    social: [{ name: NASTY[SECOND], url: 'https://example.com/' }],
  });
  const { result } = await api.must<Site>('PUT', '/api/cm/site/save-draft', { files: site });
  await api.must('PUT', '/api/cm/site/publish', { revision: result.revision });
}

/** Where a text is not isolated from what surrounds it, or sets a direction; and how often any is shown. */
async function look(page: Page): Promise<{ wrong: string[]; shown: number }> {
  await settled(page);
  return page.evaluate((texts) => {
    const wrong: string[] = [];
    let shown = 0;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = node.textContent ?? '';
      if (!parent || parent.closest('script, style, noscript, template')) continue;
      if (/[\u202A-\u202E]/.test(text)) wrong.push(`sets a direction: ${parent.outerHTML.slice(0, 200)}`);
      for (const name of texts) {
        if (!text.includes(name)) continue;
        shown++;
        const around = parent.closest('bdi, [dir]');
        const inText = text.includes(`\u2068${name}\u2069`);
        // A text of the page's own direction, without a number at its end, needs no marks in a sentence.
        if (!inText && (!around || around === document.documentElement))
          wrong.push(`not isolated: ${parent.outerHTML.slice(0, 200)}`);
      }
    }
    for (const field of document.querySelectorAll<HTMLInputElement>('input, textarea')) {
      if (!texts.some((name) => field.value.includes(name))) continue;
      shown++;
      if (!field.dir) wrong.push(`a field without a direction: ${field.outerHTML.slice(0, 200)}`);
    }
    if (/[\u202A-\u202E\u2066-\u2069]/.test(document.title)) wrong.push(`the title: ${document.title}`);
    return { wrong, shown };
  }, TEXTS);
}

const PHONE_SIZE = [320, 640] as const;
const SIZES: Record<Language, readonly (readonly [number, number])[]> = {
  ar: [[1280, 900], PHONE_SIZE],
  // Where it is narrow the other language's words are what differs.
  en: [PHONE_SIZE],
};

/** Checks pages as they are; in Arabic on a desktop, too. */
const checksIn = (language: Language) => {
  const check = async (page: Page, where: string, least = 1): Promise<void> => {
    for (const [width, height] of SIZES[language]) {
      await page.setViewportSize({ width, height });
      // What says that a screen is complete may be there before the rest.
      await until('the texts', async () => (await look(page)).shown >= least, 10_000).catch(() => undefined);
      const { wrong, shown } = await look(page);
      expect.soft(wrong, `${where} at ${width}`).toEqual([]);
      expect.soft(shown, `${where} at ${width} shows the texts`).toBeGreaterThanOrEqual(least);
      expect.soft(await sidewaysScroll(page), `${where} at ${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  };
  /** Opens a screen, waits for what shows that it is complete, and checks it. */
  const checkScreen = async (
    page: Page,
    path: string,
    ready: string | Locator = SHOWN[FIRST]!,
    least = 1,
  ): Promise<void> => {
    await page.goto(path);
    const found = typeof ready === 'string' ? page.getByText(ready) : ready;
    await found.first().waitFor({ state: 'attached' });
    await check(page, path, least);
  };
  return { check, checkScreen };
};

test.each(LANGUAGES)('the managers’ screens (%s)', async (language: Language) => {
  const person = await Person.arrive(browser, cluster.url, language);
  const { page } = person;
  const { check, checkScreen } = checksIn(language);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signManagerInto(person, cluster.url, manager.email);
  const [first, second] = [courses[FIRST]!._id, courses[SECOND]!._id];
  await checkScreen(page, '/admin/users/list?size=50', SHOWN[FIRST], NASTY.length);
  await checkScreen(page, '/admin/courses/list?size=48', SHOWN[FIRST], NASTY.length);
  await checkScreen(page, '/admin/courses/list?view=table&size=48', SHOWN[FIRST], NASTY.length);
  for (const tab of ['', '?tab=history', '?tab=sessions', '?tab=mails', '?tab=bank'])
    await checkScreen(page, `/admin/users/user/${learner._id}${tab}`);
  for (const tab of ['', '?tab=assign', '?tab=progress'])
    await checkScreen(page, `/admin/courses/course/${second}${tab}`, SHOWN[SECOND]);
  await checkScreen(page, `/admin/courses/update/${first}`);
  await checkScreen(page, `/admin/courses/preview/${second}`, SHOWN[SECOND]);
  await checkScreen(page, '/admin/managers', SHOWN[FIRST], 4);
  await checkScreen(page, '/admin/bin', SHOWN[FIRST], 4);
  await checkScreen(page, '/admin/audit');
  await checkScreen(page, '/admin/dashboard');
  await checkScreen(page, '/admin/health', page.getByRole('heading', { level: 1 }));
  const siteName = person.field('site.editor.name').or(page.getByRole('tabpanel').getByRole('textbox'));
  await checkScreen(page, '/admin/site', siteName, 4);
  await checkScreen(page, '/admin/site?tab=home', siteName, 4);
  await checkScreen(page, '/admin/site/preview', page.getByRole('tabpanel').getByRole('heading', { level: 2 }), 4);
  const passkeys = NASTY.map((name, index) => ({
    _id: `passkey${index}`,
    name: shownForm(name).slice(0, 60),
    createdAt: '2026-11-20T08:00:00.000Z',
    lastUsedAt: null,
    synced: false,
  }));
  await page.route('**/api/cm/auth/passkey/fetch', (route) =>
    route.fulfill({ json: { message: 'ok', result: passkeys, origin: cluster.url } }),
  );
  await checkScreen(page, '/admin/account', SHOWN[SECOND], 10);

  // A file whose columns and rows are nasty, and none of whose addresses is one.
  await page.goto('/admin/users/import');
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = NASTY.map((text) => `${quoted(text)},${quoted(text)}`);
  await page.locator('input[type=file]').setInputFiles({
    name: `${SHOWN[SECOND]}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from([`email,fullname,${quoted(SHOWN[FIRST]!)}`, ...rows].join('\n')),
  });
  await person.heading('users.import.plan').waitFor();
  await check(page, 'the import');

  // What lies over a screen.
  await page.goto(`/admin/users/user/${learner._id}`);
  await person.button('users.edit').click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const name = person.field('field.fullname');
  expect(await name.inputValue()).toBe(SHOWN[FIRST]);
  await check(page, 'the dialog of a learner', 3);
  // Somebody else gives the learner another name meanwhile.
  const rename = (fullname: string) =>
    manager.api.must('PUT', '/api/cm/user/update-user', {
      ...{ clientId: learner._id, email: learner.email, fullname },
      ...{ phonenumber: learner.phonenumber, address: learner.address },
    });
  await rename(NASTY[SECOND]!);
  await name.fill(SHOWN[2]!);
  await person.button('action.save').click();
  await page.getByRole('alertdialog').waitFor();
  await check(page, 'the versions of two managers', 2);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await rename(NASTY[FIRST]!);

  await page.goto(`/admin/users/user/${learner._id}`);
  const menuOf = (index: number) =>
    page.getByRole('button', { name: person.text('assign.menu').replace('{name}', SHOWN[index]!), exact: true });
  await menuOf(SECOND).click();
  await page.getByRole('menuitem', { name: person.text('assign.progress.parts') }).click();
  await dialog.waitFor();
  await check(page, 'the drawer of progress', 3);

  await page.goto('/admin/users/list?size=50');
  const row = page.getByRole('row').filter({ hasText: SHOWN[FIRST]! });
  await row.getByRole('checkbox').first().click();
  await person.button('users.assign').click();
  await dialog.getByRole('checkbox').first().waitFor({ state: 'attached' });
  await check(page, 'the dialog to assign', NASTY.length);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await person.button('users.extend').click();
  await dialog.getByRole('combobox').fill('Python');
  await page.getByRole('option').filter({ hasText: 'Python' }).first().click();
  await person.button('assign.extend.preview').click();
  await dialog.getByRole('table', { name: person.text('assign.preview.table') }).waitFor();
  await check(page, 'the dialog to extend', 2);

  // Captions, and a toast with the title of a lesson.
  await page.goto(`/admin/courses/update/${second}`);
  const lesson = person.text('parts.open').replace('{number}', '1');
  await page.getByRole('button', { name: lesson }).click();
  await page.getByText(SHOWN[FIRST]!).first().waitFor();
  await check(page, 'a lesson with captions', 4);
  await person.button('parts.remove').click();
  await person.button('action.undo').waitFor();
  await check(page, 'a toast', 2);
  await person.button('action.undo').click();
  await page.goto('/admin/courses/list?size=48');
  await page
    .getByRole('article', { name: SHOWN[SECOND]! })
    .getByRole('button', { name: person.text('action.remove') })
    .click();
  await page.getByRole('alertdialog').waitFor();
  await check(page, 'the question before a course is deleted');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('searchbox').fill('Sara');
  await page.getByRole('menuitem').filter({ hasText: 'Sara' }).first().waitFor();
  await check(page, 'the command palette');
  expect(person.problems).toEqual([]);
  await person.leave();
});

test.each(LANGUAGES)('the learners’ screens (%s)', async (language: Language) => {
  const person = await Person.arrive(browser, cluster.url, language);
  const { page } = person;
  const { check, checkScreen } = checksIn(language);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/client/auth/login');
  await logIn(person, learner.email);
  await checkScreen(page, '/client/courses/list', SHOWN[FIRST], NASTY.length);
  for (const [index, { _id }] of courses.entries()) {
    if (index % 4 === 1) await checkScreen(page, `/client/courses/course/${_id}`, SHOWN[index]);
  }
  await page.goto('/client/update/info');
  expect(await person.field('field.fullname').inputValue()).toBe(SHOWN[FIRST]);
  await check(page, '/client/update/info', 3);
  await checkScreen(page, '/client/update/bank', person.field('bank.holder'), 2);
  await checkScreen(page, '/client/update/security', person.heading('sessions.own.title'));
  await checkScreen(page, '/client/update/display', person.heading('client.settings.display'));
  expect(person.problems).toEqual([]);
  await person.leave();
});

test.each(LANGUAGES)('the public pages, as the server sends them and in the app (%s)', async (language: Language) => {
  const person = await Person.arrive(browser, cluster.url, language);
  const { page } = person;
  const { check, checkScreen } = checksIn(language);
  for (const path of ['/', '/about', '/gallery', '/contact', '/privacy-policy'])
    await checkScreen(page, `${path}?lang=${language}`, SHOWN[FIRST], 10);
  await checkScreen(page, `/courses?lang=${language}`, SHOWN[FIRST], NASTY.length);
  await checkScreen(page, `/courses/${courses[SECOND]!._id}?lang=${language}`, SHOWN[SECOND]);
  // The app takes the page over.
  await page.mouse.move(100, 100);
  await page.mouse.wheel(0, 100);
  await page.waitForLoadState('networkidle');
  await check(page, 'a course in the app');
  for (const path of ['login', 'signup', 'forgotpassword']) await checkScreen(page, `/client/auth/${path}`);
  await page.goto(`/gallery?lang=${language}`);
  await page.locator('figure button').first().click();
  await page.getByRole('dialog').waitFor();
  await check(page, 'a photo', 2);
  expect(person.problems).toEqual([]);
  await person.leave();
});

test('the mails', async () => {
  for (const fullname of NASTY.slice(0, 4)) {
    const email = freshEmail('visitor');
    const message = { fullname, email, phonenumber: PHONE, message: 'متى تبدأ الدورة؟' };
    await manager.api.without().must('POST', '/api/public/contact', message);
    const { subject, text } = await mail.mailTo(SITE_EMAIL, (caught) => caught.text.includes(email));
    const shown = shownForm(fullname);
    for (const part of [subject, text]) {
      expect(part).toContain(`\u2068${shown}\u2069`);
      expect(part).not.toMatch(/[\u202A-\u202E]/);
    }
    expect(text).toContain(`<bdi>${shown}</bdi>`);
    expect(text).toContain(`\u2066${shownForm(PHONE)}\u2069`);
  }
});
