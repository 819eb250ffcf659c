import { ProgressBar as AriaProgressBar } from 'react-aria-components/ProgressBar';
import { useIntl } from 'react-intl';

/** A bar with its label and figure. `value` is a percentage. */
export function ProgressBar({ label, value }: { label: string; value: number }) {
  const intl = useIntl();
  return (
    <AriaProgressBar value={value} aria-label={label} className="flex flex-col gap-1">
      {({ percentage = 0 }) => (
        <>
          <div className="flex justify-between gap-3 text-xs text-muted">
            <span>{label}</span>
            <span>{intl.formatNumber(percentage / 100, { style: 'percent' })}</span>
          </div>
          <div className="h-2 overflow-hidden rounded-full bg-sunken">
            <div
              className="h-full rounded-full bg-accent transition-[width] duration-200"
              style={{ width: `${percentage}%` }}
            />
          </div>
        </>
      )}
    </AriaProgressBar>
  );
}
