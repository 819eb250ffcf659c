import { act, screen } from '@testing-library/react';
import { academyZone } from '@/lib/site-settings';
import { renderApp } from '@/testing/render';
import { Moment } from './moment';

afterEach(() => act(() => academyZone.set('Asia/Riyadh')));

test.each([
  ['Pacific/Auckland', '1 Dec 2026, 00:30', 'GMT+13'],
  ['Pacific/Honolulu', '30 Nov 2026, 01:30', 'GMT-10'],
])('a moment is by the clock of an academy in %s, whose offset is said', (zone, shown, offset) => {
  act(() => academyZone.set(zone));
  renderApp(<Moment value="2026-11-30T11:30:00.000Z" />);
  expect(screen.getByText(shown)).toBeInTheDocument();
  expect(screen.getByText(offset)).toBeInTheDocument();
});

test('nothing is added where the reader’s clock shows the same', () => {
  act(() => academyZone.set(new Intl.DateTimeFormat().resolvedOptions().timeZone));
  renderApp(<Moment value="2026-11-30T11:30:00.000Z" />);
  expect(screen.queryByText(/GMT/)).not.toBeInTheDocument();
});
