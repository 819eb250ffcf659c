import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { academyZone } from '@/lib/site-settings';

/** Until the test ends the academy is in New Zealand, whose time is not this computer's. */
export function academyInNewZealand(): void {
  act(() => academyZone.set('Pacific/Auckland'));
  onTestFinished(() => act(() => academyZone.set('Asia/Riyadh')));
}

/** Where the page names the zone. */
export const namedZones = (): readonly string[] =>
  document.body.textContent.match(/clock: New Zealand Time|\(New Zealand Time\)|GMT[+-]\d+/g) ?? [];

/** What it is where a line above the dates does, and not each of them. */
export const ZONE_LINE = ['clock: New Zealand Time'];
