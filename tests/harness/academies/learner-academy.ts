// An academy for tests of learners: open, upcoming and expired courses, lessons that play, mail, and a browser.
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core';

import {
  assign,
  firstManager,
  newCourse,
  newLearner,
  PASSWORD,
  signIn,
  type Api,
  type Asset,
  type Assignment,
  type Course,
  type Learner,
} from '../api.ts';
import { launchBrowser, Person, type Language } from '../browser/browser.ts';
import { Cluster } from '../cluster.ts';
import { MailCatcher } from '../servers/mail.ts';
import { MediaFolder, readyAsset, setVideos } from '../media.ts';

const CAPTIONS = 'WEBVTT\n\n00:00.000 --> 00:30.000\nالضوء يرسم الصورة\n';

export class LearnerAcademy {
  private constructor(
    readonly cluster: Cluster,
    readonly mail: MailCatcher,
    readonly media: MediaFolder,
    readonly manager: Api,
    readonly browser: Browser,
    /** Three lessons: of `LONG` and `SHORT` seconds, and one without a video. */
    readonly course: Course,
    readonly later: Course,
    readonly past: Course,
  ) {}

  static readonly LONG = 40;
  static readonly SHORT = 8;

  /** A shorter long lesson is ready sooner, for tests that do not watch it. */
  static async open(flags: readonly string[] = [], longSeconds = LearnerAcademy.LONG): Promise<LearnerAcademy> {
    const media = await MediaFolder.create();
    const mail = await MailCatcher.start();
    const [cluster, browser, ...files] = await Promise.all([
      Cluster.start({ flags: ['--smtp', mail.url, '--bot-check', 'off', ...flags] }),
      launchBrowser(),
      media.mp4('long.mp4', longSeconds),
      media.mp4('short.mp4', LearnerAcademy.SHORT),
    ]);
    const { api: manager } = await firstManager(cluster.url);
    const [long, short] = (await Promise.all(files.map((file) => readyAsset(manager, file)))) as [Asset, Asset];
    const form = new FormData();
    form.set('assetId', long._id);
    form.set('lang', 'ar');
    form.set('label', 'العربية');
    form.set('file', new File([CAPTIONS], 'ar.vtt', { type: 'text/vtt' }));
    await manager.must('POST', '/api/cm/media/upload-captions', form);
    const plain = await newCourse(manager, 'أساسيات التصوير الضوئي', [
      'الدرس الأول: الضوء والظل',
      'الدرس الثاني: التكوين',
      'الدرس الثالث: قريبًا',
    ]);
    const course = await setVideos(manager, plain, [long._id, short._id]);
    const later = await newCourse(manager, 'Editing pictures', ['One']);
    const past = await newCourse(manager, 'تاريخ الصورة', ['الأول', 'الثاني']);
    return new LearnerAcademy(cluster, mail, media, manager, browser, course, later, past);
  }

  get url(): string {
    return this.cluster.url;
  }

  /** A learner with the three courses. */
  async learner(fullname = 'خالد المطيري'): Promise<{ learner: Learner; assignment: Assignment }> {
    const learner = await newLearner(this.manager, fullname);
    const assignment = await assign(this.manager, this.course._id, learner._id);
    await assign(this.manager, this.later._id, learner._id, 3, 30);
    await assign(this.manager, this.past._id, learner._id, -30, -3);
    return { learner, assignment };
  }

  async arrive(language: Language = 'ar', device?: BrowserContextOptions): Promise<Person> {
    return Person.arrive(this.browser, this.url, language, device);
  }

  /** Signs a learner in and stores the session in the browser. The learner's other sessions end. */
  async signInto(context: BrowserContext, learner: Learner): Promise<Api> {
    const api = await signIn(this.url, learner.email);
    await storeSession(context, api, learner);
    return api;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await this.cluster.stop();
    await this.mail.stop();
    await this.media.remove();
  }
}

/** Stores a learner's session in the browser, as signing in by the form would. */
export async function storeSession(context: BrowserContext, api: Api, learner: Learner): Promise<void> {
  await context.addInitScript(
    ({ token, clientId, fullname }) => {
      if (localStorage.getItem('e2eSession') === token) return;
      localStorage.setItem('e2eSession', token);
      localStorage.setItem('clientToken', token);
      localStorage.setItem('clientId', clientId);
      localStorage.setItem('client', JSON.stringify({ clientId, fullname }));
    },
    { token: api.token ?? '', clientId: learner._id, fullname: learner.fullname },
  );
}

/** Signs in with the form. */
export async function logIn(person: Person, email: string, password = PASSWORD): Promise<void> {
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(password);
  await person.button('client.login.submit').click();
  await person.page.waitForURL('**/client/courses/list');
}
