import type { IntlShape } from 'react-intl';

/** Lengths of time one after another, as the language joins them: "1 hour, 5 minutes"; «ساعة و5 دقائق». */
const joined = (intl: IntlShape, parts: readonly (readonly [number, 'hour' | 'minute' | 'second'])[]) =>
  intl.formatList(
    parts.map(([value, unit]) => intl.formatNumber(value, { style: 'unit', unit, unitDisplay: 'long' })),
    { type: 'unit' },
  );

/** A duration for people, in the two largest units: "1 hour, 5 minutes", "40 minutes", "30 seconds". Empty for 0. */
export function formatDuration(intl: IntlShape, seconds: number): string {
  const total = Math.round(seconds);
  if (total <= 0) return '';
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  if (!hours) return joined(intl, [minutes ? [minutes, 'minute'] : [total, 'second']]);
  return joined(
    intl,
    minutes
      ? [
          [hours, 'hour'],
          [minutes, 'minute'],
        ]
      : [[hours, 'hour']],
  );
}

/** A position in a video in words: "1 hour, 2 minutes, 5 seconds", "0 seconds". */
export function formatSpokenTime(intl: IntlShape, seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const parts = [
    [Math.floor(total / 3600), 'hour'],
    [Math.floor((total % 3600) / 60), 'minute'],
    [total % 60, 'second'],
  ] as const;
  return joined(
    intl,
    parts.filter(([value, unit]) => value > 0 || (total === 0 && unit === 'second')),
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
