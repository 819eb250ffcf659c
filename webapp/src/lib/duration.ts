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

/**
 * A position in a video, in the person's digits: 4:05, 1:04:05, ٤:٠٥. Always left to right. Only the player's own bar has
 * Western digits whatever was chosen, because the player draws them itself.
 */
export function formatClock(intl: IntlShape, seconds: number): string {
  const total = Math.max(0, Math.floor(seconds));
  const digits = (value: number, least: number) =>
    intl.formatNumber(value, { minimumIntegerDigits: least, useGrouping: false });
  const hours = Math.floor(total / 3600);
  const minutes = Math.floor((total % 3600) / 60);
  const rest = `${digits(minutes, hours ? 2 : 1)}:${digits(total % 60, 2)}`;
  return hours ? `${digits(hours, 1)}:${rest}` : rest;
}
