// update-progress at a steady 200 calls a second, as a thousand learners who all watch would make: how long a call
// takes, and what it costs in the edge and in enrollment. Arguments: calls a second, seconds.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { Academy } from './lib/academy.mjs';
import { allLearners, newCourse, setLengths, whileStopped } from './lib/lessons.mjs';
import { load, ms, table } from './lib/report.mjs';

const RATE = Number(process.argv[2] ?? 200);
const SECONDS = Number(process.argv[3] ?? 20);
const ROUNDS = 3;
const LEARNERS = 1000;
const LESSONS = 10;
const LESSON_SECONDS = 3600;
// Seconds of video in each report of a player.
const STEP = 5;
const DAY_MS = 86_400_000;

const academy = await Academy.start(LEARNERS, { seed: 'seed_live', seedArgs: [1] });
const agent = new Agent({ keepAlive: true, maxSockets: 64 });

function put(path, body, token) {
  const url = new URL(path, academy.url);
  const payload = JSON.stringify(body);
  return new Promise((done, fail) => {
    const begun = performance.now();
    const sent = request(
      url,
      {
        agent,
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(payload),
          authorization: `Bearer ${token}`,
        },
      },
      (answer) => {
        answer.resume();
        answer.on('end', () => done({ status: answer.statusCode, milliseconds: performance.now() - begun }));
      },
    );
    sent.on('error', fail);
    sent.end(payload);
  });
}

/** Makes each call at its time, whether or not earlier calls have ended. */
async function steadily(course, round) {
  const { learners } = academy.seeded;
  const calls = [];
  const begun = performance.now();
  for (let i = 0; i < RATE * SECONDS; ++i) {
    const wait = begun + (i * 1000) / RATE - performance.now();
    if (wait > 1) await pause(wait);
    const from = (round * Math.ceil((RATE * SECONDS) / LEARNERS) + Math.floor(i / LEARNERS)) * STEP;
    const lesson = course.parts[i % LESSONS];
    calls.push(
      put(
        '/api/user-course/update-progress',
        { courseId: course._id, partId: lesson._id, position: from + STEP, watched: [[from, from + STEP]] },
        learners[i % LEARNERS],
      ),
    );
  }
  return Promise.all(calls);
}

try {
  const manager = academy.seeded.managers[0];
  const course = await newCourse(academy, manager, 'Watched by all', LESSONS);
  await whileStopped(academy, () => setLengths(academy, course, LESSON_SECONDS));
  const result = await allLearners(academy, manager);
  const day = (days) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
  for (let first = 0; first < result.length; first += 1000) {
    const userIds = result.slice(first, first + 1000).map((learner) => learner._id);
    const dates = { startDate: day(-1), expiryDate: day(30) };
    await academy.call('PUT', '/api/cm/user-course/bulk-assign', { courseId: course._id, userIds, ...dates }, manager);
  }
  const rows = [];
  for (let round = 0; round < ROUNDS; ++round) {
    const processes = ['edge', 'enrollment', 'catalog'];
    const before = await Promise.all(processes.map((name) => academy.cpuOf(name)));
    const answers = await steadily(course, round);
    const after = await Promise.all(processes.map((name) => academy.cpuOf(name)));
    const refused = answers.filter(({ status }) => status !== 200).length;
    if (refused > 0) throw new Error(`${refused} of ${answers.length} calls were refused`);
    const times = answers.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b);
    const at = (part) => ms(times[Math.min(times.length - 1, Math.floor(times.length * part))]);
    const cpu = processes.map((_, i) => ms((1000 * (after[i] - before[i])) / answers.length));
    rows.push([String(round + 1), at(0.5), at(0.99), at(1), ...cpu, load()]);
  }
  table(
    `update-progress, ${RATE} calls a second for ${SECONDS} s, ${LEARNERS} learners`,
    ['round', 'p50', 'p99', 'longest', 'edge CPU/call', 'enrollment', 'catalog', ''],
    rows,
  );
} finally {
  agent.destroy();
  await academy.stop();
}
