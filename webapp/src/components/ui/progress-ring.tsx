import { useIntl } from 'react-intl';

const R = 18;
const LENGTH = 2 * Math.PI * R;

/** How much is done, as a ring with the figure inside. */
export function ProgressRing({ percent, label }: { percent: number; label: string }) {
  const intl = useIntl();
  const value = Math.min(100, Math.max(0, Math.round(percent)));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={100}
      className="relative grid size-12 shrink-0 place-items-center"
    >
      <svg aria-hidden="true" viewBox="0 0 44 44" className="absolute inset-0 -rotate-90">
        <circle cx="22" cy="22" r={R} fill="none" strokeWidth="4" className="stroke-line" />
        <circle
          cx="22"
          cy="22"
          r={R}
          fill="none"
          strokeWidth="4"
          strokeLinecap="round"
          strokeDasharray={LENGTH}
          strokeDashoffset={LENGTH * (1 - value / 100)}
          className="stroke-accent"
        />
      </svg>
      <span className="text-xs font-bold">{intl.formatNumber(value / 100, { style: 'percent' })}</span>
    </div>
  );
}
