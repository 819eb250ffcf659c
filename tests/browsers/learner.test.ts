// A learner's journey in Firefox and in Safari's engine, with a real mouse, real keys and a video that really plays.
import { afterAll, beforeAll, expect, test } from 'vitest';

import { signIn } from '../harness/api.ts';
import { LearnerAcademy } from '../harness/academies/learner-academy.ts';
import { inEachEngine, logIn } from '../harness/engines/each.ts';
import { Visitor } from '../harness/engines/visitor.ts';
import { until } from '../harness/until.ts';

let academy: LearnerAcademy;
beforeAll(async () => {
  academy = await LearnerAcademy.open();
});
afterAll(() => academy?.close());

const secondsOf = (visitor: Visitor) => visitor.tab.run(() => document.querySelector('video')?.currentTime ?? 0);
const playedBeyond = (visitor: Visitor, seconds: number) =>
  until(`the video beyond ${seconds} s`, async () => {
    const now = await secondsOf(visitor);
    return now > seconds ? now : undefined;
  });

inEachEngine((engine) => {
  test('a learner signs in, watches, resumes, and is sent away by a sign-in elsewhere', async () => {
    const { learner } = await academy.learner();
    const visitor = await Visitor.arrive(engine(), academy.url);
    await logIn(visitor, 'client', learner.email);
    await visitor.at(/^\/client\/courses\/list/);
    await visitor.click({ role: 'link', name: visitor.say('myCourses.start'), like: true });
    await visitor.at(/^\/client\/courses\/course\//);
    await visitor.button('player.play');
    // Left nearer to its beginning, a lesson starts from there without a question.
    const left = await playedBeyond(visitor, 6);
    const leftAt = performance.now();
    await visitor.link('watch.back');
    await visitor.at(/^\/client\/courses\/list/);
    await visitor.click({ role: 'link', name: visitor.say('myCourses.resume'), like: true });
    await visitor.button('watch.continue.resume', { role: 'alertdialog' });
    const resumed = await until('the lesson to go on', () => secondsOf(visitor));
    expect(resumed).toBeGreaterThan(left - 6);
    // It plays while it is left and when it goes on, for longer on a slow machine.
    expect(resumed).toBeLessThan(left + 6 + (performance.now() - leftAt) / 1000);
    await playedBeyond(visitor, resumed + 1);

    await signIn(academy.url, learner.email);
    await visitor.at(/^\/client\/auth\/access-denied/);
    await visitor.sees({ text: visitor.say('accessDenied.text') });
    expect(await visitor.count({ css: 'video' })).toBe(0);
    await visitor.leave();
  });
});
