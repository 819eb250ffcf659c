import { act, screen } from '@testing-library/react';
import { theme } from '@/lib/preferences';
import { academyZone } from '@/lib/site-settings';
import { renderApp } from '@/testing/render';
import { AcademyDay, Day } from './day';
import { Moment } from './moment';

const DAY = '2026-12-01T12:00:00.000Z';

const choose = (calendar: 'gregory' | 'islamic-umalqura') => act(() => theme.set({ ...theme.get(), calendar }));

// Where no zone need be named.
beforeEach(() => act(() => academyZone.set(new Intl.DateTimeFormat().resolvedOptions().timeZone)));
afterEach(() => {
  act(() => academyZone.set('Asia/Riyadh'));
  choose('gregory');
});

test.each([
  ['en', false, '21 Jum. II 1448 AH 1 Dec 2026'],
  ['en', true, '21 Jumada II 1448 AH 1 December 2026'],
  ['ar', true, '21 جمادى الآخرة 1448 هـ 1 ديسمبر 2026'],
] as const)('who chose Umm al-Qura finds the Gregorian date beside it (%s, long: %s)', (locale, long, text) => {
  choose('islamic-umalqura');
  renderApp(<AcademyDay long={long} value={DAY} />, { locale });
  expect(screen.getByRole('time')).toHaveTextContent(new RegExp(`^${text}$`));
});

test('the Gregorian date of a moment is that of the academy’s clock', () => {
  choose('islamic-umalqura');
  act(() => academyZone.set('Pacific/Auckland'));
  renderApp(<Moment value="2026-11-30T11:30:00.000Z" />);
  expect(screen.getByRole('time')).toHaveTextContent(/^21 Jum\. II 1448 AH, 00:30.* 1 Dec 2026$/);
});

test('who chose the Gregorian calendar sees one date, except where both are asked for', () => {
  renderApp(
    <>
      <AcademyDay value={DAY} />
      <Moment value={DAY} />
      <Day both value={DAY} />
    </>,
  );
  expect(screen.getAllByRole('time').map(({ textContent }) => textContent)).toEqual([
    '1 Dec 2026',
    expect.stringMatching(/^1 Dec 2026, \d\d:\d\d$/),
    '1 Dec 2026 21 Jum. II 1448 AH',
  ]);
});
