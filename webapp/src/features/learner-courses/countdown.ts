import type { IntlShape } from 'react-intl';

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** How long it takes, in the two largest units that matter: "3 days 4 hours", "59 minutes 3 seconds", "8 seconds". */
export function formatCountdown(intl: IntlShape, milliseconds: number): string {
  let left = Math.max(0, Math.ceil(milliseconds / 1000));
  const first = UNITS.findIndex(([, seconds]) => left >= seconds);
  const parts = UNITS.slice(first < 0 ? UNITS.length - 1 : first)
    .slice(0, 2)
    .flatMap(([unit, seconds], index) => {
      const count = Math.floor(left / seconds);
      left -= count * seconds;
      if (index > 0 && count === 0) return [];
      return intl.formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' });
    });
  return intl.formatList(parts, { type: 'unit' });
}
