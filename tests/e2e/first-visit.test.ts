// The first visit to an academy: set-up, owner, name; what visitors then see; the first steps; and the page on which
// owners edit the site. Screenshots go to out/screenshots/site.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { freshEmail, PASSWORD } from '../harness/api.ts';
import { launchBrowser, Person, type Language } from '../harness/browser/browser.ts';
import { axeProblems, sidewaysScroll } from '../harness/browser/screens.ts';
import { Cluster } from '../harness/cluster.ts';
import { MailCatcher } from '../harness/servers/mail.ts';
import { until } from '../harness/until.ts';

const SIZES = { 1280: 800, 375: 760 } as const;

let browser: Browser;
let mail: MailCatcher;
let cluster: Cluster;

beforeAll(async () => {
  browser = await launchBrowser();
  mail = await MailCatcher.start();
  cluster = await Cluster.start({
    flags: ['--bot-check', 'off', '--setup-code', '--smtp', mail.url, '--mail-from', 'academy@academy.test'],
  });
  console.log('The pictures of the screens are in out/screenshots/site');
});

afterAll(async () => {
  await browser?.close();
  await cluster?.stop();
  await mail?.stop();
});

async function see(person: Person, name: string): Promise<void> {
  const { page } = person;
  for (const [width, height] of Object.entries(SIZES)) {
    await page.setViewportSize({ width: Number(width), height });
    expect.soft(await axeProblems(page), `${name} at ${width}`).toEqual([]);
    expect.soft(await sidewaysScroll(page), `${name} at ${width}`).toEqual([]);
    await person.picture(`site/${name}-${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function inBoth(page: Page, person: Person, label: string, ar: string, en: string): Promise<void> {
  const named = (id: string) => person.text(id).replace('{label}', person.text(label));
  await page.getByLabel(named('site.editor.in.ar'), { exact: true }).first().fill(ar);
  await page.getByLabel(named('site.editor.in.en'), { exact: true }).first().fill(en);
}

const visit = async (language: Language) => {
  const visitor = await Person.arrive(browser, cluster.url, language);
  await visitor.page.goto(`/?lang=${language}`);
  return visitor;
};

const email = freshEmail('owner');

test('a fresh academy is set up, and visitors see its name', async () => {
  const person = await Person.arrive(browser, cluster.url, 'ar');
  const { page } = person;
  await page.goto('/');
  await page.waitForURL('**/admin/setup');
  await person.heading('setup.title').waitFor();
  await see(person, 'setup-owner-ar');
  await person.field('signup.setupCode').fill(await cluster.setupCode());
  await person.field('field.fullname').fill('منى الحربي');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('setup.owner.submit').click();

  await person.button('setup.site.submit').waitFor();
  await see(person, 'setup-academy-ar');
  // A mistake is named at its field.
  await inBoth(page, person, 'site.editor.name', 'أكاديمية النور', '');
  await person.button('setup.site.submit').click();
  await page.getByText(person.text('error.required')).first().waitFor();
  await inBoth(page, person, 'site.editor.name', 'أكاديمية النور', 'Noor Academy');
  await page.locator('label:has(input[value=teal])').click();
  // Found by its country, in the page's language.
  const zone = page.getByRole('combobox', { name: person.text('site.zone.label') });
  // It scrolls there first: a list that is open closes when the page scrolls.
  await zone.click();
  await zone.fill('مصر');
  // Not while the others are still in the list, which then moves under the pointer.
  const zones = page.getByRole('option');
  await until('only what was searched', async () => (await zones.count()) === 1);
  await zones.click();
  await until('the chosen zone', async () => (await zone.inputValue()).includes('Africa/Cairo'));
  await person.field('site.editor.email').fill('hello@noor.test');
  await person.button('setup.site.submit').click();

  await person.button('site.mail.send').click();
  await page.getByText(person.text('site.mail.sent').split('{')[0] ?? '').waitFor();
  expect((await mail.mailTo(email)).subject).toBe('رسالة تجريبية من الأكاديمية');
  await see(person, 'setup-mail-ar');
  await person.button('setup.finish').click();
  await page.waitForURL('**/admin/dashboard');
  const first = page.getByRole('region', { name: person.text('dashboard.first.title') });
  await first.getByRole('link', { name: person.text('dashboard.first.course') }).waitFor();
  expect(await first.getByRole('link', { name: person.text('dashboard.first.mail') }).count()).toBe(0);
  await see(person, 'first-steps-ar');
  await first.getByRole('button', { name: person.text('dashboard.first.dismiss') }).click();
  await first.waitFor({ state: 'detached' });

  const site = (await (await fetch(`${cluster.url}/api/public/site`)).json()) as { result: { timezone: string } };
  expect(site.result.timezone).toBe('Africa/Cairo');
  for (const [language, name] of [
    ['ar', 'أكاديمية النور'],
    ['en', 'Noor Academy'],
  ] as const) {
    const visitor = await visit(language);
    await visitor.page.getByRole('link', { name }).first().waitFor();
    expect(await visitor.page.locator('html').getAttribute('data-primary')).toBe('teal');
    await see(visitor, `home-${language}`);
    await visitor.page.goto(`/privacy-policy?lang=${language}`);
    await visitor.page.getByText(visitor.text('site.notYet')).waitFor();
    await see(visitor, `privacy-${language}`);
    await visitor.page.goto(`/contact?lang=${language}`);
    await visitor.page.getByText('hello@noor.test').first().waitFor();
    await visitor.leave();
  }
  await person.leave();
});

test('an owner replaces an example, looks at the draft and publishes it', async () => {
  const person = await Person.arrive(browser, cluster.url, 'en');
  const { page } = person;
  await page.goto('/admin/auth/login');
  await person.field('field.email').fill(email);
  await person.field('field.password').fill(PASSWORD);
  await person.button('admin.login.submit').click();
  await page.waitForURL('**/admin/users/list');
  await page.goto('/admin/site');
  await person.heading('site.editor.title').waitFor();
  await see(person, 'site-academy-en');
  await page.getByRole('tab', { name: person.text('site.tab.terms') }).click();
  const sections = page.getByRole('region', { name: person.text('site.group.sections') });
  await sections.getByText(person.text('site.example'), { exact: true }).waitFor();
  await see(person, 'site-terms-en');
  await sections.getByLabel('Heading in English').first().fill('Our own account rules');
  await sections.getByLabel('Heading in Arabic').first().fill('قواعد الحساب لدينا');
  await sections.getByText(person.text('site.example'), { exact: true }).waitFor({ state: 'detached' });
  await person.button('site.editor.save').click();
  await page.getByText(person.text('site.editor.draft')).waitFor();

  await person.link('site.editor.preview').click();
  // The editor has tabs of the same names, which would lead back to it.
  await page.waitForURL('**/admin/site/preview*');
  await page.getByRole('tab', { name: person.text('site.tab.terms') }).click();
  await page.getByText('Our own account rules').waitFor();
  await see(person, 'preview-terms-en');
  await page.getByRole('tab', { name: person.text('site.tab.home') }).click();
  await see(person, 'preview-home-en');
  const unpublished = await visit('en');
  await unpublished.page.goto('/terms-and-conditions?lang=en');
  expect(await unpublished.page.getByText('Our own account rules').count()).toBe(0);
  await unpublished.leave();

  await person.link('site.preview.back').click();
  await person.button('site.editor.publish').click();
  await page.getByText(person.text('site.editor.published')).waitFor();
  const visitor = await visit('en');
  await until('the published terms', async () => {
    await visitor.page.goto('/terms-and-conditions?lang=en');
    return (await visitor.page.getByText('Our own account rules').count()) === 1;
  });
  await visitor.leave();

  // In Arabic, the same page.
  await page.evaluate(() => localStorage.setItem('lang', 'ar'));
  const arabic = await Person.arrive(browser, cluster.url, 'ar');
  await arabic.context.addInitScript(
    (stored) => Object.entries(stored).forEach(([key, value]) => localStorage.setItem(key, value)),
    await page.evaluate(() => Object.fromEntries(Object.entries(localStorage)) as Record<string, string>),
  );
  await arabic.page.goto('/admin/site?tab=home');
  await arabic.heading('site.editor.title').waitFor();
  await see(arabic, 'site-home-ar');
  await arabic.leave();
  await person.leave();
});
