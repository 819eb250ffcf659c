import type { IntlShape } from 'react-intl';

/** A duration for people: "1 hour 5 minutes", "40 minutes", "30 seconds". Empty for 0. */
export function formatDuration(intl: IntlShape, seconds: number): string {
  const total = Math.round(seconds);
  if (total <= 0) return '';
  const unit = (value: number, name: 'hour' | 'minute' | 'second') =>
    intl.formatNumber(value, { style: 'unit', unit: name, unitDisplay: 'long' });
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  if (hours) return minutes ? `${unit(hours, 'hour')} ${unit(minutes, 'minute')}` : unit(hours, 'hour');
  return minutes ? unit(minutes, 'minute') : unit(total, 'second');
}

/** A position in a video in words: "1 hour 2 minutes 5 seconds", "0 seconds". */
export function formatSpokenTime(intl: IntlShape, seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(total / 3600), 'hour'],
    [Math.floor((total % 3600) / 60), 'minute'],
    [total % 60, 'second'],
  ] as const;
  const said = parts.filter(([value, unit]) => value > 0 || (total === 0 && unit === 'second'));
  return intl.formatList(
    said.map(([value, unit]) => intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' })),
    { type: 'unit' },
  );
}

/** A position in a video: 4:05, 1:04:05. Always left to right. */
export function formatClock(seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const pad = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  return hours ? `${hours}:${pad(minutes)}:${pad(total % 60)}` : `${minutes}:${pad(total % 60)}`;
}
