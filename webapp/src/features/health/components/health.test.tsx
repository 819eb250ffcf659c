import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { axeProblems } from '@/testing/axe';
import { renderApp } from '@/testing/render';
import { server } from '@/testing/server';
import { queryClient } from '@/lib/query-client';
import { queryKeys } from '@/lib/query-keys';
import type { HealthItem } from '../api/health';
import { HealthBanner } from './health-banner';
import { HealthPage } from './health-page';

const item = (name: string, code = 'ok', change: Partial<HealthItem> = {}): HealthItem => ({
  name,
  state: code === 'ok' ? 'ok' : 'failing',
  code,
  text: 'The server’s text.',
  since: '2026-11-23T08:00:00.000Z',
  remedy: code === 'ok' ? '' : 'The server’s remedy.',
  value: 0,
  ...change,
});

function answer(...items: HealthItem[]) {
  server.use(http.post('*/api/cm/health/fetch', () => HttpResponse.json({ message: 'ok', result: items })));
}

test.each(['en', 'ar'] as const)('lists what is watched, what fails first, with what to do (%s)', async (locale) => {
  answer(
    item('disk', 'ok', { value: 81_500_000_000 }),
    item('database-auth', 'database_read_only'),
    item('mail', 'mail_waiting', { state: 'warning', value: 1200 }),
  );
  renderApp(<HealthPage />, { locale, path: '/admin/health' });
  const items = await screen.findAllByRole('listitem');
  const texts =
    locale === 'en'
      ? [
          /Accounts database.*Failing.*since.*2026.*cannot be written to.*Make the data folder writable/,
          /E-mail.*Warning.*not being delivered.*has been waiting for 20 minutes.*check the mail server/,
          /Disk.*OK.*No problems.*81.5 GB free/,
        ]
      : [
          /قاعدة بيانات الحسابات.*لا يعمل.*منذ.*لا يمكن الكتابة.*اسمح بالكتابة/,
          /البريد.*تحذير.*الرسائل لا تصل.*تحقّق من خادم البريد/,
          /القرص.*سليم.*لا مشكلات.*المتاح/,
        ];
  expect(items).toHaveLength(3);
  texts.forEach((text, index) => expect(items[index]).toHaveTextContent(text));
  // What is well needs no remedy.
  expect(items[2]).not.toHaveTextContent(/remedy|Free up|أفرغ/);
  expect(await axeProblems()).toEqual([]);
});

test('what the page has no words for is shown in the server’s', async () => {
  answer(item('moon', 'moon_landed'));
  renderApp(<HealthPage />, { path: '/admin/health' });
  expect(await screen.findByRole('listitem')).toHaveTextContent(
    /moon.*Failing.*The server’s text\..*The server’s remedy\./,
  );
});

test('failed videos are counted', async () => {
  answer(item('encoding', 'encoding_failed', { state: 'warning', value: 3 }));
  renderApp(<HealthPage />, { path: '/admin/health' });
  expect(await screen.findByRole('listitem')).toHaveTextContent(/Videos could not be processed\.3 videos/);
});

test.each(['en', 'ar'] as const)('the banner names what fails and leads to the page (%s)', async (locale) => {
  answer(item('disk', 'disk_low', { state: 'warning' }), item('database-auth', 'database_full'), item('mail'));
  renderApp(<HealthBanner signedIn />, { locale, path: '/admin/dashboard' });
  const banner = await screen.findByRole('alert');
  expect(banner).toHaveTextContent(
    locale === 'en' ? 'is not working: Accounts database' : 'لا يعمل: قاعدة بيانات الحسابات',
  );
  expect(banner).not.toHaveTextContent(/Disk|القرص/);
  expect(within(banner).getByRole('link')).toHaveAttribute('href', '/admin/health');
  expect(await axeProblems()).toEqual([]);
});

test('the banner tells warnings while nothing fails, and goes when nothing is the matter', async () => {
  answer(item('backup', 'backup_old', { state: 'warning' }), item('disk', 'disk_low', { state: 'warning' }));
  renderApp(<HealthBanner signedIn />, { path: '/admin/dashboard' });
  expect(await screen.findByRole('status')).toHaveTextContent('needs attention: Backup, Disk');
  answer(item('backup'), item('disk'));
  await queryClient.invalidateQueries({ queryKey: queryKeys.health.items });
  await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
});

test('an academy without a backup is asked for one after a day', async () => {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const none = (since: string) => item('backup', 'backup_none', { state: 'warning', since });
  answer(none(ago(23)), item('disk', 'disk_low', { state: 'warning' }));
  renderApp(<HealthBanner signedIn />, { path: '/admin/dashboard' });
  expect(await screen.findByRole('status')).toHaveTextContent(/needs attention: Disk/);
  answer(none(ago(25)));
  await queryClient.invalidateQueries({ queryKey: queryKeys.health.items });
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('needs attention: Backup'));
  answer(none(ago(1)));
  await queryClient.invalidateQueries({ queryKey: queryKeys.health.items });
  await waitFor(() => expect(screen.queryByRole('status')).not.toBeInTheDocument());
});

test('the page itself needs no banner', async () => {
  answer(item('disk', 'disk_full'));
  renderApp(
    <>
      <HealthBanner signedIn />
      <HealthPage />
    </>,
    { path: '/admin/health' },
  );
  expect(await screen.findByRole('listitem')).toHaveTextContent('Disk');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test.each(['en', 'ar'] as const)('lists the slowest requests of the last day with their times (%s)', async (locale) => {
  answer(item('requests', 'requests_failed', { state: 'warning', value: 12 }), item('speed'));
  const slow = { requests: 40, failed: 2, halfMs: 250, mostMs: 2500, longestMs: 4100 };
  server.use(
    http.post('*/api/cm/health/fetch-requests', () =>
      HttpResponse.json({
        message: 'ok',
        result: {
          since: '2026-11-23T08:00:00.000Z',
          requests: 5000,
          failed: 12,
          slowest: [{ route: '/api/cm/dashboard/fetch-figures', ...slow }],
        },
      }),
    ),
  );
  renderApp(<HealthPage />, { locale, path: '/admin/health' });
  const row = await screen.findByRole('row', { name: /fetch-figures/ });
  const english = locale === 'en';
  expect(row).toHaveTextContent(english ? /40.*2.*250 ms.*2\.5 sec.*4\.1 sec/ : /40.*2.*250.*2\.5.*4\.1/);
  expect(screen.getByRole('region', { name: english ? 'The slowest requests' : 'أبطأ الطلبات' })).toHaveTextContent(
    english ? /5,000 requests since .*2026.*of which 12 failed/ : /5,000 طلب منذ .*وفشل منها 12/,
  );
  expect(screen.getAllByRole('listitem')[0]).toHaveTextContent(english ? /Errors.*12 requests/ : /الأخطاء.*12 طلبًا/);
  expect(await axeProblems()).toEqual([]);
});

test('says what will stand there before anything was asked for', async () => {
  answer(item('disk'));
  renderApp(<HealthPage />, { path: '/admin/health' });
  expect(await screen.findByText(/The slowest requests of the last day will appear here/)).toBeVisible();
});

test('the banner is silent about a day that is over', async () => {
  answer(
    item('speed', 'requests_slow', { state: 'warning' }),
    item('requests', 'requests_failed', { state: 'warning' }),
  );
  renderApp(<HealthBanner signedIn />, { path: '/admin/dashboard' });
  await waitFor(() => expect(queryClient.getQueryData(queryKeys.health.items)).toBeDefined());
  expect(screen.queryByRole('status')).toBeNull();
});
