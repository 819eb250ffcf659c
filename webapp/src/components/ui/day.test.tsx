import { act, screen } from '@testing-library/react';
import { theme } from '@/lib/preferences';
import { academyZone } from '@/lib/site-settings';
import { renderApp } from '@/testing/render';
import { AcademyDay } from './day';

afterEach(() =>
  act(() => {
    academyZone.set('Asia/Riyadh');
    theme.set({ ...theme.get(), calendar: 'gregory' });
  }),
);

test.each([
  ['en', 'New Zealand Time'],
  ['ar', 'توقيت نيوزيلندا'],
] as const)('the zone of the academy is named beside a Hijri date too, in %s', (locale, name) => {
  act(() => {
    academyZone.set('Pacific/Auckland');
    theme.set({ ...theme.get(), calendar: 'islamic-umalqura' });
  });
  renderApp(<AcademyDay named value="2026-11-30T11:30:00.000Z" />, { locale });
  expect(screen.getByRole('time')).toHaveTextContent('1448');
  expect(screen.getByText(`(${name})`)).toBeInTheDocument();
});
