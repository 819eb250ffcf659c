// The academies that the pictures show: `many` with the demonstration and more, `one` with one of each, `empty`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { Client } from '../../tools/demo/client.mjs';

export const ROOT = resolve(import.meta.dirname, '../..');
const LONG_NAME = 'عبدالرحمن بن عبدالعزيز بن عبدالمحسن آل عبداللطيف الأنصاري المدني';
const LONG_TITLE = 'مقدمة شاملة في أساسيات إدارة المشاريع الهندسية والتقنية وفق أحدث المعايير الدولية — Advanced level';
const LONG_EMAIL = 'a.very.long.address.of.a.learner.with.many.names@students.international-academy.test';
const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export class World {
  static async start(name, data, more = []) {
    const world = new World();
    await mkdir(data, { recursive: true });
    const demo = name === 'many' ? ['--demo'] : [];
    const ports = ['--port', '0', '--grpc-port-base', '0'];
    const flags = [...ports, '--bot-check', 'off', '--data', join(data, 'd'), ...demo, ...more];
    world.child = spawn(join(ROOT, 'academy'), ['run', '--no-build', ...flags], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // None may outlive the pictures.
    process.once('exit', () => world.child.kill('SIGTERM'));
    const lines = createInterface(world.child.stdout);
    world.url = await new Promise((found, fail) => {
      lines.on('line', (line) => {
        const ready = /^Academy is ready: (\S+)$/.exec(line);
        if (ready) world.url = ready[1];
        if (demo.length > 0 ? /^demo: (ready|the data folder)/.test(line) : ready) found(world.url);
      });
      world.child.once('close', () => fail(new Error('the academy did not start')));
    });
    const file = join(data, 'world.json');
    const known = await access(file).then(
      () => true,
      () => false,
    );
    if (!known) await writeFile(file, JSON.stringify(await FILL[name](world.url, join(data, 'd'))));
    Object.assign(world, JSON.parse(await readFile(file, 'utf8')));
    world.texts = {};
    for (const language of ['ar', 'en']) {
      const messages = join(ROOT, `webapp/src/i18n/messages/${language}.json`);
      world.texts[language] = JSON.parse(await readFile(messages, 'utf8'));
    }
    await world.signIn();
    return world;
  }

  async signIn() {
    const client = new Client(this.url);
    const manager = this.manager && (await client.call('POST', '/api/cm/auth/login', this.manager));
    client.token = manager?.token;
    this.client = client;
    const learner = this.learner && (await client.call('POST', '/api/auth/login', this.learner));
    this.sessions = {
      manager: manager && {
        token: manager.token,
        userId: manager.result._id,
        fullname: manager.result.fullname,
        lastLogin: '',
        tokenExpiration: new Date(Date.now() + 28_800_000).toISOString(),
      },
      learner: learner && {
        clientToken: learner.clientToken,
        clientId: learner.result.clientId,
        client: JSON.stringify({ clientId: learner.result.clientId, fullname: learner.result.fullname }),
      },
    };
  }

  /** What the browser of a signed-in `manager` or `learner` stores. */
  session(who) {
    return this.sessions[who] ?? {};
  }

  /** Changes the contested course, as another manager would. */
  async changeContested() {
    const description = `كتب زميل وصفًا آخر. ${new Date().toISOString()}`;
    const change = { courseId: this.contestedId, title: `دورة متنازع عليها ${Date.now()}`, description };
    await this.client.call('PUT', '/api/cm/course/update-course', change);
  }

  text(language, id) {
    return this.texts[language][id];
  }

  async stop() {
    this.child.kill('SIGTERM');
    if (this.child.exitCode === null) await once(this.child, 'close');
  }
}

async function newCourse(client, title, parts) {
  const form = new FormData();
  form.set('title', title);
  form.set('description', `${title}. ${title}.`);
  form.set('parts', JSON.stringify(parts.map((part) => ({ title: part }))));
  return (await client.call('PUT', '/api/cm/course/create-course', form)).result._id;
}

async function newLearner(client, fullname, email, password) {
  const learner = { fullname, email, password, phonenumber: '+966500000000', address: 'الرياض' };
  return (await client.call('POST', '/api/cm/user/create-user', learner)).result._id;
}

async function firstManager(url) {
  const client = new Client(url);
  const manager = { email: 'manager@academy.test', password: 'Look-at-it-1' };
  await client.call('PUT', '/api/cm/auth/signup', { ...manager, fullname: 'نورة العتيبي' });
  client.token = (await client.call('POST', '/api/cm/auth/login', manager)).token;
  return { client, manager };
}

const FILL = {
  fresh: () => ({}),

  /** Only its owner. */
  async bare(url) {
    return { manager: (await firstManager(url)).manager };
  },

  async empty(url) {
    const { client, manager } = await firstManager(url);
    const learner = { email: 'learner@academy.test', password: 'Look-at-it-1' };
    // Removed from the managers' lists again, which a learner's own session would not survive: she has no course.
    const learnerId = await newLearner(client, 'خالد المطيري', learner.email, learner.password);
    const courseId = await newCourse(client, 'الخط العربي', []);
    return { manager, learner, learnerId, courseId };
  },

  async one(url) {
    const { client, manager } = await firstManager(url);
    const learner = { email: 'learner@academy.test', password: 'Look-at-it-1' };
    const learnerId = await newLearner(client, 'خالد المطيري', learner.email, learner.password);
    const courseId = await newCourse(client, 'الخط العربي', ['القلم والحبر']);
    const assignment = { courseId, userIds: [learnerId], startDate: day(-1), expiryDate: day(30) };
    await client.call('PUT', '/api/cm/user-course/assign-user-course', assignment);
    return { manager, learner, learnerId, courseId };
  },

  async many(url, data) {
    const signIns = await readFile(join(data, 'demo-sign-ins.txt'), 'utf8');
    const passwordOf = (who) => new RegExp(`^${who} .* (\\S+)$`, 'm').exec(signIns)[1];
    const manager = { email: 'manager@academy.test', password: passwordOf('manager') };
    const learner = { email: 'learner1@academy.test', password: passwordOf('learners') };
    const client = new Client(url);
    client.token = (await client.call('POST', '/api/cm/auth/login', manager)).token;
    const { result: people } = await client.call('PUT', '/api/cm/user/fetch-users', { search: learner.email });
    const [{ _id: learnerId }] = people.filter(({ email }) => email === learner.email);
    const { result: courses } = await client.call('POST', '/api/cm/course/fetch-courses', {});
    const courseId = courses.find(({ title }) => title.startsWith('أساسيات'))._id;
    const lessons = Array.from({ length: 12 }, (_, index) => `الدرس ${index + 1}: ${LONG_TITLE}`);
    const longCourseId = await newCourse(client, LONG_TITLE, lessons);
    const longLearnerId = await newLearner(client, LONG_NAME, LONG_EMAIL, learner.password);
    for (let number = 1; number <= 40; number++)
      await newLearner(client, `متعلّم ${number}`, `more${number}@academy.test`, learner.password);
    const more = [];
    for (let number = 1; number <= 20; number++)
      more.push(await newCourse(client, `دورة ${number}`, ['الأول', 'الثاني']));
    const [contestedId, pastCourseId] = more;
    const past = { courseId: pastCourseId, startDate: day(-30), expiryDate: day(-3), userIds: [learnerId] };
    await client.call('PUT', '/api/cm/user-course/assign-user-course', past);
    const assignment = { courseId: longCourseId, startDate: day(-2), expiryDate: day(20) };
    await client.call('PUT', '/api/cm/user-course/assign-user-course', {
      ...assignment,
      userIds: [learnerId, longLearnerId],
    });
    for (const [index, role] of ['owner', 'manager', 'support'].entries()) {
      const person = { email: `a-${role}@academy.test`, password: 'Look-at-it-1', role };
      await client.call('PUT', '/api/cm/manager/register-manager', {
        ...person,
        fullname: index === 1 ? LONG_NAME : `زميل ${index}`,
      });
    }
    for (const title of ['دورة قديمة', LONG_TITLE]) {
      await client.call('DELETE', '/api/cm/course/delete-course', { courseId: await newCourse(client, title, []) });
    }
    const special = { longCourseId, longLearnerId, contestedId, pastCourseId };
    return { manager, learner, learnerId, courseId, ...special };
  },
};
