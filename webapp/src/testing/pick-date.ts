import { act, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

/** Types a date (`2026-12-31`) into a date picker, given as its group, part by part; in English. */
export async function pickDate(user: UserEvent, picker: HTMLElement, date: string): Promise<void> {
  const [year = '', month = '', day = ''] = date.split('-');
  for (const [part, digits] of Object.entries({ year, month, day })) {
    const segment = within(picker).getByRole('spinbutton', { name: new RegExp(`^${part}`) });
    act(() => segment.focus());
    await user.keyboard(digits);
  }
}
