import { act, screen } from '@testing-library/react';
import { theme } from '@/lib/preferences';
import { academyZone } from '@/lib/site-settings';
import { renderApp } from '@/testing/render';
import { AcademyZone } from './academy-zone';
import { AcademyDay } from './day';
import { Moment } from './moment';

const VALUE = '2026-11-30T11:30:00.000Z';
const LINE = 'Dates and times are by the academy’s clock: New Zealand Time.';

const choose = (calendar: 'gregory' | 'islamic-umalqura') => act(() => theme.set({ ...theme.get(), calendar }));

beforeEach(() => act(() => academyZone.set('Pacific/Auckland')));
afterEach(() => {
  act(() => academyZone.set('Asia/Riyadh'));
  choose('gregory');
});

test.each([
  ['en', 'New Zealand Time'],
  ['ar', 'توقيت نيوزيلندا'],
] as const)('the zone of the academy is named beside a Hijri date too, in %s', (locale, name) => {
  choose('islamic-umalqura');
  renderApp(<AcademyDay value={VALUE} />, { locale });
  expect(screen.getByRole('time')).toHaveTextContent('1448');
  expect(screen.getByText(`(${name})`)).toBeInTheDocument();
});

test('a day that is given as one is that day, whatever the zones', () => {
  renderApp(<AcademyDay value="2026-12-01" />);
  expect(screen.getByRole('time')).toHaveTextContent(/^1 Dec 2026$/);
});

test('where many dates stand together a line names the zone once, and they do not', () => {
  renderApp(
    <AcademyZone>
      <AcademyDay value={VALUE} />
      <AcademyZone>
        <Moment value={VALUE} />
      </AcademyZone>
    </AcademyZone>,
  );
  expect(screen.getByText(/clock/)).toHaveTextContent(LINE);
  expect(document.body.textContent.match(/New Zealand|GMT/g)).toHaveLength(1);
});

test('nobody whose clock shows the academy’s time is told of it', () => {
  act(() => academyZone.set(new Intl.DateTimeFormat().resolvedOptions().timeZone));
  renderApp(
    <AcademyZone>
      <AcademyDay value={VALUE} />
    </AcademyZone>,
  );
  expect(screen.queryByText(/clock/)).not.toBeInTheDocument();
});
