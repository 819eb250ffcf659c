import { lazy, Suspense, useId } from 'react';
import { useIntl } from 'react-intl';
import { common } from '@/i18n/common-messages';
import { defineMessages } from '@/i18n/define-messages';
import { painted } from '@/lib/painted';
import { Skeleton } from './skeleton';
import { TableFrame } from './table-frame';

const messages = defineMessages({ table: { id: 'chart.table', defaultMessage: 'Show as table' } });

// Large, and its figures stand in the table too: the rest of the page is drawn first.
const ChartCanvas = lazy(async () => {
  await painted();
  return import('./chart-canvas');
});

interface ChartSeries {
  id: string;
  name: string;
}

interface ChartPoint {
  /** The label on the axis: a day, a part's name. */
  label: string;
  /** The same by another name: a day in the other calendar. */
  also?: string;
  /** By the series' ids. */
  values: Readonly<Record<string, number>>;
}

export interface ChartProps {
  title: string;
  kind: 'line' | 'area' | 'bar';
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** What the points are: the heading of the table's first column. */
  pointTitle: string;
  /** How a value is formatted; by default as a number. */
  format?: (value: number) => string;
  /** Shown instead of a drawing if every value is 0. */
  empty?: string;
}

/** A small chart and its data as a table, which is also for screen readers. */
export function Chart(props: ChartProps) {
  const { title, series, points, pointTitle, empty } = props;
  const intl = useIntl();
  const id = useId();
  const format = props.format ?? ((value: number) => intl.formatNumber(value));
  const nothing = empty !== undefined && points.every(({ values }) => series.every((one) => !values[one.id]));
  const cell = 'px-3 py-2 text-start';
  return (
    <figure aria-labelledby={id} className="card flex flex-col gap-3 p-4">
      <figcaption id={id} className="text-sm font-semibold">
        {title}
      </figcaption>
      {nothing ? (
        <p className="grid h-32 place-items-center text-center text-sm text-muted">{empty}</p>
      ) : (
        <div aria-hidden="true" className="h-56">
          <Suspense fallback={<Skeleton className="h-full" />}>
            <ChartCanvas {...props} format={format} />
          </Suspense>
        </div>
      )}
      <details className="mt-auto">
        <summary
          aria-label={intl.formatMessage(common.named, { action: intl.formatMessage(messages.table), name: title })}
          className="cursor-pointer text-sm text-muted touch:py-3"
        >
          {/* Part of the name; browsers would describe the summary by it once more. */}
          <span aria-hidden="true">{intl.formatMessage(messages.table)}</span>
        </summary>
        <TableFrame narrow label={title} className="mt-2 max-h-80 overflow-y-auto text-sm">
          <thead>
            <tr className="border-b border-line">
              <th scope="col" className={cell}>
                {pointTitle}
              </th>
              {series.map(({ id: key, name }) => (
                <th key={key} scope="col" className={cell}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {points.map(({ label, also, values }) => (
              <tr key={label}>
                <th scope="row" className={`${cell} font-normal`}>
                  <bdi>{label}</bdi>
                  {also && <bdi className="block text-xs text-muted">{also}</bdi>}
                </th>
                {series.map(({ id: key }) => (
                  <td key={key} className={`${cell} tabular-nums`}>
                    {format(values[key] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </TableFrame>
      </details>
    </figure>
  );
}
