import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';
import { useIntl } from 'react-intl';

/** A bar with its label and figure. `value` is a percentage. */
export function ProgressBar({
  label,
  value,
  labelHidden = false,
}: {
  label: string;
  value: number;
  /** Shows label and figure only to screen readers, because both are shown next to the bar. */
  labelHidden?: boolean;
}) {
  const intl = useIntl();
  return (
    <AriaProgressBar value={value} aria-label={label}>
      {({ percentage = 0 }) => {
        const figure = (
          <span className="shrink-0 whitespace-nowrap">
            {intl.formatNumber(percentage / 100, { style: 'percent' })}
          </span>
        );
        const bar = (
          <div className="h-2 flex-1 overflow-hidden rounded-full bg-sunken">
            <div
              className="h-full rounded-full bg-accent transition-[width] duration-200"
              style={{ width: `${percentage}%` }}
            />
          </div>
        );
        return labelHidden ? (
          <div className="flex items-center gap-3 text-xs text-muted tabular-nums">
            {bar}
            {figure}
          </div>
        ) : (
          <div className="flex flex-col gap-1">
            <div className="flex justify-between gap-3 text-xs text-muted">
              <span>{label}</span>
              {figure}
            </div>
            <div className="flex">{bar}</div>
          </div>
        );
      }}
    </AriaProgressBar>
  );
}
