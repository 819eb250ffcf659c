// Fills a fresh academy for a demonstration, through the public REST API:
//   fill.mjs --url http://127.0.0.1:8080 --data DIR [--fresh]
// For a folder that is not fresh it only prints the sign-ins from when it was filled.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Client } from './client.mjs';
import { ASSIGNMENTS, COURSES, LEARNERS, MANAGER, NEWCOMER } from './content.mjs';
import { picture, video } from './media.mjs';

const { values: flags } = parseArgs({
  options: { url: { type: 'string' }, data: { type: 'string' }, fresh: { type: 'boolean', default: false } },
});
const say = (text) => process.stdout.write(`demo: ${text}\n`);
const signInsFile = join(flags.data, 'demo-sign-ins.txt');
const password = () => randomBytes(9).toString('base64url');
const day = (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Signs up the first manager and signs in. */
async function signUpManager(client, managerPassword) {
  const credentials = { email: MANAGER.email, password: managerPassword };
  // Empty unless the academy asks for a setup code.
  const setupCode = (await readFile(join(flags.data, 'run', 'setup-code'), 'utf8').catch(() => '')).trim();
  await client.call('PUT', '/api/cm/auth/signup', { ...credentials, fullname: MANAGER.fullname, setupCode });
  client.token = (await client.call('POST', '/api/cm/auth/login', credentials)).token;
}

async function createCourse(client, folder, course, number) {
  const form = new FormData();
  form.set('title', course.title);
  form.set('description', course.description);
  const image = await readFile(await picture(folder, course, `course${number}`));
  form.set('image', new File([image], 'cover.png', { type: 'image/png' }));
  const { result } = await client.call('PUT', '/api/cm/course/create-course', form);
  const parts = [];
  for (const [index, part] of course.parts.entries()) {
    const file = await video(folder, course, part, `lesson${number}-${index + 1}`);
    parts.push({ title: part.title, video: { assetId: await client.upload(file) } });
  }
  await client.call('PUT', '/api/cm/course/update-course', { courseId: result._id, parts });
  say(`course ${number} of ${COURSES.length}: ${course.title}`);
  return { _id: result._id, assets: parts.map((part) => part.video.assetId) };
}

async function fill() {
  const client = new Client(flags.url);
  const visitor = new Client(flags.url);
  const passwords = { manager: password(), learners: password() };
  const folder = await mkdtemp(join(tmpdir(), 'academy-demo-'));
  try {
    await signUpManager(client, passwords.manager);
    const learners = [];
    for (const learner of LEARNERS) {
      const body = { ...learner, password: passwords.learners };
      learners.push((await client.call('POST', '/api/cm/user/create-user', body)).result);
    }
    const courses = [];
    for (const [index, course] of COURSES.entries())
      courses.push(await createCourse(client, folder, course, index + 1));
    for (const { course, learners: numbers, from, to } of ASSIGNMENTS) {
      await client.call('PUT', '/api/cm/user-course/assign-user-course', {
        courseId: courses[course]._id,
        userIds: numbers.map((number) => learners[number - 1]._id),
        startDate: day(from),
        expiryDate: day(to),
      });
    }
    await visitor.call('PUT', '/api/auth/signup', { ...NEWCOMER, password: passwords.learners });
    for (const { assets } of courses) for (const asset of assets) await client.ready(asset);
    return passwords;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function signIns(passwords) {
  return [
    `manager   ${flags.url}/admin    ${MANAGER.email}   ${passwords.manager}`,
    `learners  ${flags.url}/client   ${LEARNERS[0].email} ... ${LEARNERS.at(-1).email}   ${passwords.learners}`,
    `newcomer  ${flags.url}/client   ${NEWCOMER.email} (not activated: see the mail)   ${passwords.learners}`,
    `mail      ${flags.url}/dev/mail`,
  ].join('\n');
}

if (flags.fresh) {
  say('creating courses with videos; this takes about a minute');
  const text = signIns(await fill());
  await writeFile(signInsFile, `${text}\n`, { mode: 0o600 });
  say(`ready:\n${text}`);
} else {
  const text = await readFile(signInsFile, 'utf8').catch(
    () => 'this folder was not filled by --demo; nothing was changed',
  );
  say(`the data folder is left as it is:\n${text.trimEnd()}`);
}
